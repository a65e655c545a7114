"""The names in this game: captains, ports, squares, headings, goods."""

from typing import Any

from games.kit.crew_game.crew import CREW
from games.rulesets.trade_winds.board import HARBOURS
from games.rulesets.trade_winds.cards import BACKS, CHANCE, NAMES, TREASURE, VALUE_CARDS
from games.rulesets.trade_winds.chart import CHART, PORT_OF, PORT_OF_COLOUR, SQUARES
from games.rulesets.trade_winds.state import State
from tests.scenario_language.crew_game.piles import card_numbers
from tests.scenario_language.crew_game.words import CREW_NAMES, reader
from tests.scenario_language.words import WordError, items, unknown

KEPT_CARDS = tuple(VALUE_CARDS)

GOODS = {
    **CREW_NAMES,
    **{code.lower(): code for code in (*BACKS, *TREASURE, *KEPT_CARDS)},
    **{f"crew {code[1]}": code for code in BACKS},
    **{name.lower(): code for code, name in NAMES.items()},
    "gems": "D", "gold": "G", "gold bars": "G", "pearls": "P", "barrels": "M", "pistoles": "PP", "plate": "SP",
}  # fmt: skip
"""Every name of a thing -> its code."""

PORTS = {name.lower(): port for name, port in PORT_OF.items()} | PORT_OF_COLOUR
PRINTED = {port.at.lower(): index for index, port in enumerate(HARBOURS)}


def port(word: Any) -> int:
    """Return a port by its name or its colour."""
    number = PORTS.get(str(word).strip().lower())
    if number is None:
        raise unknown("port", word, (*PORT_OF, *(colour.capitalize() for colour in PORT_OF_COLOUR)))
    return number


def seat_of(state: State, word: Any) -> int:
    """Return the seat of a captain, named by the colour of their ship."""
    home = port(word)
    if home not in state.homes:
        raise WordError(f"No captain of this table sails for {word}.")
    return state.homes.index(home)


def captain(state: State, seat: int) -> str:
    """Return a captain by their colour."""
    return HARBOURS[state.homes[seat]].colour.capitalize()


def find_square(word: Any) -> int | None:
    """Return a square by its name ("M9"), a harbour by its square, its port or its colour; or None."""
    text = str(word).strip().lower()
    if text in PRINTED:
        return CHART.harbours[PRINTED[text]]
    if text in PORTS:
        return CHART.harbours[PORTS[text]]
    return SQUARES.get(text.upper())


def square(word: Any) -> int:
    """Return a square at sea or a harbour."""
    number = find_square(word)
    if number is None:
        raise WordError(f"{word} is neither a square at sea nor a port. Write M9, or Tortuga, or Blue.")
    return number


def goods(value: Any) -> tuple[str, ...]:
    """Return any things as codes."""
    return items(value, GOODS)


def chance(value: Any) -> tuple[int, ...]:
    """Return numbers of chance cards."""
    return card_numbers(value, CHANCE)


crew = reader(GOODS, CREW, "crew card")
treasure = reader(GOODS, TREASURE, "piece of treasure")
kept = reader(GOODS, KEPT_CARDS, "chance card that is kept")
