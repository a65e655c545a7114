"""Pictures for the rules and the front page, drawn by the same code as the board. `PICTURES` names them."""

from collections.abc import Callable
from functools import cache, partial

from games.engine import Dice
from games.kit.svg import Markup

from . import drawing, drawing_cards
from .chart import SQUARES
from .options import DEFAULTS
from .phases import PHASES
from .seen import view
from .setup import setup
from .state import STEPS, State

NAMES = ("Anne", "Mary", "Jack", "Grace")
COLOURS = ("red", "blue", "green", "yellow")


def at_sea(**ships: str) -> State:
    """Return a state with four captains. `anne="G9"` puts Anne's ship on G9. Anne is on turn and has thrown a four."""
    state, _ = setup(COLOURS, 0, DEFAULTS, Dice(b"a picture in the rules"))
    state.first, state.turn, state.round, state.agenda = 0, 0, 1, STEPS.all([("next", 0), ("sail", 0, 0, 4)])
    for seat, name in enumerate(NAMES):
        state.at[seat] = SQUARES[ships.get(name.lower(), "D13")]
        state.known[seat], state.holds[seat], state.loot[seat], state.visited[seat] = "", (), (), ()
    return state


@cache
def board() -> Markup:
    return drawing.svg(view(at_sea(), None), names=NAMES)


@cache
def front(standalone: bool = False) -> Markup:
    """Draw a game in progress: for the front page, or for the game's card if `standalone`."""
    state = at_sea(anne="A10", mary="L3", jack="J9", grace="D2")
    state.known[2], state.known[3] = "pirate", "warship"
    voyages = (("D13", "A10", 0), ("J1", "L3", 1), ("M10", "J9", 2))
    return drawing.svg(view(state, None), names=NAMES, standalone=standalone, since=voyages)


@cache
def sailing() -> Markup:
    state = at_sea(anne="A10", mary="J9", jack="J13", grace="D1")
    return drawing.svg(view(state, 0), PHASES.ask(state)[0], names=NAMES)


@cache
def attack() -> Markup:
    state = at_sea(anne="G5", mary="G9", jack="J5", grace="J1")
    state.holds[0] = ("1-8", "5-P")
    return drawing.svg(view(state, 0), PHASES.ask(state)[0], names=NAMES)


def hold(*cards: str) -> Markup:
    row = "".join(drawing_cards.face(card.upper(), index == 0) for index, card in enumerate(cards))
    return Markup(f'{drawing_cards.sheet()}<ul class="hand">{row}</ul>')


def purse(money: str) -> Markup:
    return Markup(drawing_cards.sheet() + drawing_cards.purse(int(money)))


def card(*numbers: str) -> Markup:
    return Markup(f'<div class="row faces">{"".join(drawing_cards.chest_card(int(number)) for number in numbers)}</div>')


PICTURES: dict[str, Callable[..., Markup]] = {
    "board": board,
    "front": front,
    "small": partial(front, standalone=True),
    "sailing": sailing,
    "attack": attack,
    "hold": hold,
    "purse": purse,
    "card": card,
}
