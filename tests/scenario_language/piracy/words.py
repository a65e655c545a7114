"""The names in this game: captains, ships, squares, monsters, events."""

from collections.abc import Iterable
from typing import Any

from games.rulesets.piracy.board import COLOURS, HOMES, PORT
from games.rulesets.piracy.cards import EVENT_CARDS
from games.rulesets.piracy.chart import ANCHORAGE, Chart
from games.rulesets.piracy.state import State, ship_word
from tests.scenario_language.words import WordError, one_of, unknown

MONSTERS = {"blackbeard": 0, "sea monster": 1}


def colour(word: Any) -> int:
    """Return the number of a colour."""
    text = str(word).strip().lower()
    if text not in COLOURS:
        raise unknown("captain", word, [name.capitalize() for name in COLOURS])
    return COLOURS.index(text)


def seat_of(state: State, word: Any) -> int:
    """Return the seat of a captain, named by the colour of their ships."""
    number = colour(word)
    if number not in state.colours:
        raise WordError(f"{word} is not a captain of this table.")
    return state.colours.index(number)


def captain(state: State, seat: int) -> str:
    """Return a captain by their colour."""
    return COLOURS[state.colours[seat]].capitalize()


def ship_of(state: State, word: Any) -> int:
    """Return a ship: Red, or Red 2 if a captain has two (then Red alone is the first)."""
    text = "".join(str(word).upper().split())
    names = {ship_word(state, ship): ship for ship in range(len(state.owner))}
    number = names.get(text, names.get(f"{text}1"))
    if number is None:
        raise unknown("ship", word, [name.capitalize() for name in names])
    return number


def square(chart: Chart, word: Any) -> int:
    """Return a square (F6), a place with a proper name, or the anchorage."""
    text = str(word).strip()
    if text.lower() == "anchorage":
        return ANCHORAGE
    places = {PORT.lower(): chart.port, "hoard": chart.mark, HOMES[0].lower(): chart.homes[0], HOMES[1].lower(): chart.homes[1]}
    number = chart.squares.get(text.upper(), places.get(text.lower()))
    if number is None:
        raise WordError(f"{word} is not a square. Write F6, Port Blackwood, hoard, Skull Island, Sea Monster Island or anchorage.")
    return number


def monster(word: Any) -> int:
    """Return the number of a monster."""
    return one_of(word, "monster", MONSTERS)


def events(value: Any) -> tuple[str, ...]:
    """Return event cards in order: bb, sm, breeze, siren."""
    cards = tuple(str(value).replace(",", " ").split()) if not isinstance(value, list) else tuple(map(str, value))
    for card in cards:
        if card not in EVENT_CARDS:
            raise unknown("event", card, EVENT_CARDS)
    return cards


def known(cards: Iterable[str]) -> str:
    return " ".join(cards) or "nothing"
