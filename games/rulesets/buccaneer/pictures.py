"""Pictures for the rules and the front page, drawn by the same code as the board and listed in `PICTURES`."""

from collections.abc import Callable
from functools import cache, partial

from games.engine import Choose, Dice
from games.kit.controls import rose as compass_rose
from games.kit.crew_game.cards import draw_hand
from games.kit.heading import HEADINGS, NUMBER
from games.kit.svg import Markup

from . import drawing
from .drawing_goods import chance_card, sheet
from .drawing_goods import goods as row_of_goods
from .editions import CLASSIC, FAMILY, ONLINE, Edition
from .phases.sailing import sail_decision
from .seen import view
from .setup import setup
from .state import State

NAMES = ("Anne", "Mary", "Jack", "Grace")
HARBOURS = ("bombay", "bristol", "genoa", "marseilles")
FOUR = tuple(slug for slug, _ in FAMILY.places)


def at_sea(edition: Edition = ONLINE, harbours: tuple[str, ...] = HARBOURS, **ships: str) -> State:
    """Return a state with four captains; `anne="M9 NE"` puts Anne's ship on square M9, heading north-east."""
    state, _ = setup(edition, harbours, 0, edition.agreed, Dice(b"a picture in the rules"))
    for seat, name in enumerate(NAMES):
        if name.lower() in ships:
            square, heading = ships[name.lower()].split()
            state.at[seat], state.heading[seat] = state.sea.squares[square], NUMBER[heading]
    return state


@cache
def board(which: str = "online", standalone: bool = False) -> Markup:
    edition = {"online": ONLINE, "classic": CLASSIC, "family": FAMILY}[which]
    return drawing.svg(view(at_sea(edition, FOUR if edition is FAMILY else HARBOURS), None), names=NAMES, standalone=standalone)


@cache
def front(standalone: bool = False) -> Markup:
    """Draw a game in progress for the front page, or for the edition's card there if `standalone`."""
    state = at_sea(anne="O14 SW", mary="Q7 NW", jack="E16 E", grace="P19 SW")
    state.holds[1], state.holds[3] = ("D", "M"), ("P",)
    state.docks[state.homes[0]], state.zones[state.homes[2]] = ("G", "U"), ("M", "M", "M")
    state.flat, state.round, state.turn = ("G", "R2"), 9, 1
    voyages = (("T19", "O14", 0), ("Q1", "Q7", 1), ("E8", "E16", 2))
    return drawing.svg(view(state, None), names=NAMES, standalone=standalone, since=voyages)


@cache
def lines_of(edition: Edition) -> Markup:
    """Draw the squares that one ship may sail to: including bluffs in the online edition, without bluffs in the classic edition."""
    state = at_sea(edition, anne="H15 E")
    state.hands[0] = ("B2", "B3", "R1", "R3")
    return drawing.svg(view(state, 0), sail_decision(state, 0), names=NAMES)


def rose() -> Markup:
    return Markup(compass_rose(Choose(0, "heading", "N", HEADINGS)).replace("<button", "<button disabled"))


def hand(*cards: str) -> Markup:
    state = at_sea()
    state.hands[0] = tuple(card.upper() for card in cards)
    return draw_hand(view(state, 0))


def goods(*items: str) -> Markup:
    return Markup(sheet() + row_of_goods([item.upper() for item in items], ONLINE))


def card(*numbers: str) -> Markup:
    """Draw the faces of chance cards; "family" among the numbers draws the cards of that edition."""
    edition = FAMILY if "family" in numbers else ONLINE
    numbers = tuple(number for number in numbers if number.isdecimal())
    return Markup(f'<div class="row faces">{"".join(chance_card(int(number), edition) for number in numbers)}</div>')


PICTURES: dict[str, Callable[..., Markup]] = {
    "board": board,
    "front": front,
    "small": partial(front, standalone=True),
    "small-family": partial(board, "family", standalone=True),
    "sailing": partial(lines_of, ONLINE),
    "reach": partial(lines_of, CLASSIC),
    "rose": rose,
    "hand": hand,
    "goods": goods,
    "card": card,
}
