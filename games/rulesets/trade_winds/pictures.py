"""Pictures for the rules and the front page, drawn by the same code as the board. `PICTURES` names them."""

from collections.abc import Callable
from functools import cache, partial

from games.engine import Dice
from games.kit.heading import NUMBER
from games.kit.svg import Markup

from . import drawing, drawing_cards
from .chart import SQUARES
from .options import DEFAULTS
from .phases.sailing import sail_decision
from .seen import view
from .setup import setup
from .state import State

NAMES = ("Anne", "Mary", "Jack", "Grace")
COLOURS = ("blue", "purple", "green", "red")


def at_sea(**ships: str) -> State:
    """Return a state with four captains. `anne="K8 SE"` puts Anne's ship on K8, heading south-east."""
    state, _ = setup(COLOURS, 0, DEFAULTS, Dice(b"a picture in the rules"))
    for seat, name in enumerate(NAMES):
        if name.lower() in ships:
            square, heading = ships[name.lower()].split()
            state.at[seat], state.heading[seat] = SQUARES[square], NUMBER[heading]
    return state


@cache
def board() -> Markup:
    return drawing.svg(view(at_sea(), None), names=NAMES)


@cache
def front(standalone: bool = False) -> Markup:
    """Draw a game in progress: for the front page, or for the game's card if `standalone`."""
    state = at_sea(anne="K8 SE", mary="N10 W", jack="G17 NE", grace="H11 N")
    state.holds[1], state.holds[3] = ("D", "M"), ("P", "G")
    state.docks[state.homes[0]], state.zones[state.homes[2]] = ("D", "G"), ("M", "M", "M")
    state.isles, state.round, state.turn, state.active = [("D", "R2"), ("M",)], 9, 1, 1
    voyages = (("New Providence", "K8", 0), ("Q13", "N10", 1), ("Curacao", "G17", 2))
    return drawing.svg(view(state, None), names=NAMES, standalone=standalone, since=voyages)


@cache
def sailing() -> Markup:
    state = at_sea(anne="G4 SE")
    state.hands[0] = ("B2", "R3")
    return drawing.svg(view(state, 0), sail_decision(state, 0), names=NAMES)


@cache
def fight() -> Markup:
    state = at_sea(mary="G10 E", grace="G10 W")
    state.holds[3] = ("D", "G")
    return drawing.svg(view(state, None), names=NAMES)


def hand(*cards: str) -> Markup:
    state = at_sea()
    state.hands[0] = tuple(card.upper() for card in cards)
    return drawing_cards.hand(view(state, 0))


def goods(*items: str) -> Markup:
    return Markup(drawing_cards.sheet() + drawing_cards.goods([item.upper() for item in items]))


def card(*numbers: str) -> Markup:
    return Markup(f'<div class="row faces">{"".join(drawing_cards.chance_card(int(number)) for number in numbers)}</div>')


PICTURES: dict[str, Callable[..., Markup]] = {
    "board": board,
    "front": front,
    "small": partial(front, standalone=True),
    "sailing": sailing,
    "fight": fight,
    "hand": hand,
    "goods": goods,
    "card": card,
}
