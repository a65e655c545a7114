"""Set up a game."""

from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event

from .board import COLOURS, PORTS
from .cards import CHEST, MINT, PURSE, PURSE_OF_TWO, pack
from .chart import HOME
from .context import PHASES, GameContext
from .state import State


def setup(places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Fill purses, shuffle packs, and put all ships in Home Port. The captain with the highest throw begins [BO-A4]."""
    state = empty_state([COLOURS.index(place) for place in places], options)
    state.packs = [tuple(dice.shuffle(pack(port), "pack")) for port in range(len(PORTS))]
    state.chest = tuple(dice.shuffle(CHEST, "chest"))
    context = GameContext(state, dice)
    context.tell("dealt", purse=state.purses[0], fleet=len(state.fleet(0)))
    state.first = state.turn = highest_throw(context, len(places))
    context.then(("turn", state.first))
    PHASES.advance(context)
    state.draws = dice.count
    return state, context.events


def highest_throw(context: GameContext, players: int) -> int:
    """Throw once for each captain, and return the seat with the highest throw; tied captains throw again."""
    tied = list(range(players))
    while len(tied) > 1:
        throws = [1 + context.dice.below(6, "first") for _ in tied]
        context.tell("threw-to-begin", seats=tied, throws=throws, reveals=True)
        tied = [seat for seat, fallen in zip(tied, throws, strict=True) if fallen == max(throws)]
    return tied[0]


def empty_state(colours: Sequence[int], options: dict[str, Any]) -> State:
    """Return the state before the packs are filled: ships in Home Port, and full purses."""
    state, count = State(), len(colours)
    state.options, state.colours = options, tuple(colours)
    state.owners = (0, 0, 1, 1) if count == 2 else tuple(range(count))
    ships = len(state.owners)
    state.first, state.round, state.turn, state.agenda = 0, 1, 0, []
    state.at, state.known = [HOME] * ships, [""] * ships
    state.visited, state.holds, state.loot = [()] * ships, [()] * ships, [()] * ships
    state.bankrupt, state.claims, state.commission, state.gone = (), (), None, ()
    state.purses, state.loans = [PURSE_OF_TWO if count == 2 else PURSE] * count, [0] * count
    state.bank, state.ledger = MINT - sum(state.purses), ()
    state.packs, state.chest, state.discarded = [()] * len(PORTS), (), ()
    state.draws, state.ended = 0, None
    return state
