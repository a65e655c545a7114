"""The names in this game: captains, ships, squares, cards."""

from typing import Any, NamedTuple

from games.rulesets.bounty.board import COLOURS, PORTS
from games.rulesets.bounty.cards import CARDS, CHEST, PORT_OF
from games.rulesets.bounty.chart import CALLED, NAMES, SQUARES
from games.rulesets.bounty.state import State
from tests.scenario_language.words import NOTHING, WordError, unknown

PORT_NAMES = {port.name.lower(): index for index, port in enumerate(PORTS)}
CARGO = {port.cargo: index for index, port in enumerate(PORTS)}
PLACES = {name.lower(): square for square, name in CALLED.items()} | {"home": SQUARES["D13"], "admiralty": SQUARES["F7"]}
MARKS = {"pirate": "P", "warship": "W"}


class Wanted(NamedTuple):
    """A card as written: its port (None: any) and its mark: a value, P or W."""

    port: int | None
    mark: str

    def fits(self, card: str) -> bool:
        return card[2:] == self.mark and self.port in (None, PORT_OF[card])


def colour(word: Any) -> int:
    """Return the number of a captain's colour."""
    name = str(word).strip().lower()
    if name not in COLOURS:
        raise unknown("captain", word, [colour.capitalize() for colour in COLOURS])
    return COLOURS.index(name)


def seat_of(state: State, word: Any) -> int:
    """Return the seat of a captain, named by the colour of their ships."""
    number = colour(word)
    if number not in state.colours:
        raise WordError(f"No captain of this table is {word}.")
    return state.colours.index(number)


def captain(state: State, seat: int) -> str:
    """Return a captain by their colour."""
    return COLOURS[state.colours[seat]].capitalize()


def ship_of(state: State, word: Any) -> int:
    """Return a ship: Red, or Red 2 if two play with two ships each (Red alone is the first)."""
    name, _, which = str(word).strip().partition(" ")
    fleet = state.fleet(seat_of(state, name))
    if which not in ("", *map(str, range(1, len(fleet) + 1))):
        raise WordError(f"{word} is not a ship of this table.")
    return fleet[int(which or 1) - 1]


def ship_name(state: State, ship: int) -> str:
    """Return the name of a ship."""
    seat = state.owners[ship]
    name, fleet = captain(state, seat), state.fleet(seat)
    return name if len(fleet) == 1 else f"{name} {fleet.index(ship) + 1}"


def port(word: Any) -> int:
    """Return a trading port by its name, its cargo or its square."""
    name = str(word).strip()
    number = PORT_NAMES.get(name.lower(), CARGO.get(name.lower()))
    if number is None:
        number = next((index for index, harbour in enumerate(PORTS) if harbour.at == name.upper()), None)
    if number is None:
        raise unknown("port", word, [harbour.name for harbour in PORTS])
    return number


def find_square(word: Any) -> int | None:
    """Return a square by its name ("F9") or its harbour's name, or None."""
    text = str(word).strip()
    return SQUARES.get(text.upper(), PLACES.get(text.lower()))


def square(word: Any) -> int:
    """Return a square at sea or a harbour."""
    number = find_square(word)
    if number is None:
        raise WordError(f"{word} is neither a square at sea nor a harbour. Write F9, or Sugar Quay.")
    return number


def square_name(square: int) -> str:
    return NAMES.get(square, "gone")


def cards(value: Any) -> list[Wanted]:
    """Return a pile of cards in the order written: "sugar 8, pirate, 14"."""
    if value is None or (isinstance(value, str) and value.strip().lower() in NOTHING):
        return []
    parts = value if isinstance(value, list) else str(value).split(",")
    return [card(part) for part in parts]


def card(value: Any) -> Wanted:
    """Return one card: "sugar 8", "sugar pirate", a code like 1-8, or of any port: "14", "pirate"."""
    text = str(value).strip().lower()
    if text.upper() in CARDS:
        return Wanted(PORT_OF[text.upper()], text.upper()[2:])
    name, _, mark = text.rpartition(" ")
    where = None if name in ("", "cargo") else CARGO.get(name, -1)
    wanted = Wanted(where, MARKS.get(mark, mark))
    if where == -1 or not any(wanted.fits(code) for code in CARDS):
        raise WordError(f"{value} is not a card. Write sugar 8, sugar pirate, or 14, pirate, warship of any port.")
    return wanted


def chest(value: Any) -> tuple[int, ...]:
    """Return Treasure Chest cards by number or title, top first."""
    parts = value if isinstance(value, list) else [value]
    return tuple(chest_card(part) for part in parts if str(part).strip().lower() not in NOTHING)


def chest_card(value: Any) -> int:
    if isinstance(value, int) and value in CHEST:
        return value
    titles = {card.title.lower(): number for number, card in reversed(CHEST.items())}
    card_number = titles.get(str(value).strip().lower())
    if card_number is None:
        raise unknown("Treasure Chest card", value, [*titles, "1 to 24"])
    return card_number
