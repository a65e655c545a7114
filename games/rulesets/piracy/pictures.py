"""Pictures for the rules and the front page, drawn by the same code as the board. `PICTURES` names them."""

from collections.abc import Callable
from functools import cache, partial

from games.engine import Dice
from games.kit.svg import Markup

from . import drawing
from .options import DEFAULTS
from .phases import PHASES
from .seen import view
from .setup import setup
from .state import STEPS, State

NAMES = ("Anne", "Mary", "Jack", "Grace")
COLOURS = ("red", "blue", "green", "yellow")


def at_sea(**ships: str) -> State:
    """Return a state with four captains. `red="F6 2"` puts the red ship on F6 with two coins aboard."""
    state, _ = setup(COLOURS, 0, DEFAULTS, Dice(b"a picture in the rules"))
    state.turn, state.event, state.die, state.allow = 0, "breeze", 4, (4,) * 4
    state.agenda = STEPS.all([("end", 0), ("move", 0)])
    for ship, colour in enumerate(COLOURS):
        if colour in ships:
            square, _, coins = ships[colour].partition(" ")
            state.pos[ship], state.coins[ship] = state.chart.squares[square], int(coins or 0)
            state.hoard -= state.coins[ship]
    return state


@cache
def board() -> Markup:
    return drawing.svg(view(at_sea(), None), names=NAMES)


@cache
def front(standalone: bool = False) -> Markup:
    """Draw a game in progress: for the front page, or for the game's card if `standalone`."""
    state = at_sea(red="D6 1", blue="J3 1", green="F3", yellow="L6")
    state.monsters = [state.chart.squares["G3"], state.chart.squares["I5"]]
    since = ((("G6", "F6", "E6", "D6"), 0), (("K1", "K2", "K3", "J3"), 1), (("E3", "G3"), -1))
    return drawing.svg(view(state, None), names=NAMES, standalone=standalone, since=since)


@cache
def sailing() -> Markup:
    state = at_sea(red="F6", blue="G6 1")
    return drawing.svg(view(state, 0), PHASES.ask(state)[0], names=NAMES)


@cache
def monster() -> Markup:
    state = at_sea(red="F5 2", blue="C6")
    state.event, state.agenda = "bb", STEPS.all([("end", 0), ("move", 0), ("event", 0)])
    return drawing.svg(view(state, 0), PHASES.ask(state)[0], names=NAMES)


@cache
def captive(standalone: bool = False) -> Markup:
    state = at_sea(red="E3", blue="C6")
    state.loose, state.hoard = {state.chart.squares["F5"]: 2}, 5
    return drawing.svg(view(state, None), names=NAMES, standalone=standalone)


PICTURES: dict[str, Callable[..., Markup]] = {
    "board": board, "front": front, "small": partial(front, standalone=True), "small-hoard": partial(captive, standalone=True),
    "sailing": sailing, "monster": monster, "captive": captive,
}  # fmt: skip
