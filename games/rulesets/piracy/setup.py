"""Set up a game: coins on the hoard, monsters at home, ships in the anchorage, a roll for the first turn."""

from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event

from .board import COLOURS
from .cards import PACK
from .chart import ANCHORAGE, CHARTS, NOWHERE
from .context import PHASES, GameContext
from .phases.turn import open_turn
from .state import State, supply


def setup(places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Return a new game. `places[seat]` is a colour; a roll decides which seat begins, whatever `first` is."""
    state = empty_state([COLOURS.index(place) for place in places], options)
    context = GameContext(state, dice)
    if state.options["events"] == "cards":
        state.events = tuple(dice.shuffle(PACK, "events"))
    context.tell("set-out", coins=state.hoard, hoard_mode=state.is_hoard())
    state.turn = state.first = roll_for_start(context)
    open_turn(context)
    PHASES.advance(context)
    state.draws = dice.count
    return state, context.events


def roll_for_start(context: GameContext) -> int:
    """Return the seat with the highest roll; tied seats roll again."""
    tied = list(context.state.seats)
    while len(tied) > 1:
        rolls = [1 + context.dice.below(6, "start") for _ in tied]
        context.tell("rolled-for-start", rolls=[[seat, roll] for seat, roll in zip(tied, rolls, strict=True)], reveals=True)
        tied = [seat for seat, roll in zip(tied, rolls, strict=True) if roll == max(rolls)]
    return tied[0]


def team_of(seat: int, count: int, hoard: bool) -> int:
    """Return the team of a seat: shared with the opposite seat in Hoard, otherwise its own."""
    return seat % (count // 2) if hoard else seat


def empty_state(colours: Sequence[int], options: dict[str, Any]) -> State:
    """Return the state before the first turn, with everything in its place and an empty pack."""
    state, count = State(), len(colours)
    ships = range(2 * count if count == 2 else count)
    hoard = options["mode"] == "hoard"
    state.options, state.colours, state.chart = options, tuple(colours), CHARTS[options["chart"]]
    state.owner = tuple(ship * count // len(ships) for ship in ships)
    state.team = tuple(team_of(seat, count, hoard) for seat in range(count))
    state.first, state.round, state.turn, state.agenda = 0, 1, 0, []
    state.pos, state.coins, state.moored = [ANCHORAGE] * len(ships), [0] * len(ships), [0] * len(ships)
    state.came, state.allow = [NOWHERE] * len(ships), (0,) * len(ships)
    state.balls, state.stock = [1] * count, supply(options) - count
    state.chest, state.monsters = [0] * (count // 2 if hoard else count), list(state.chart.homes)
    state.loose, state.hoard = {}, 2 * count - 1
    state.placed, state.event, state.die, state.locked = state.hoard, "", 0, -1
    state.lifted, state.path, state.discard, state.gone, state.events = (), (), (), (), ()
    state.draws, state.ended = 0, None
    return state
