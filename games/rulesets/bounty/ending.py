"""The end of a game: at the goal, after the last round, by agreement, or because captains left."""

from collections import Counter

from games.engine import Outcome
from games.kit.agenda import best, ranked

from .cards import CHEST
from .context import GameContext
from .phases.turn import go_on, standing
from .state import State


def leaders(state: State) -> tuple[int, ...]:
    return best(state, standing)


def end(context: GameContext, winners: tuple[int, ...], reason: str) -> None:
    context.end(winners, reason)


def outcome(state: State) -> Outcome:
    """Return the outcome: captains ranked by worth, with those who left last."""
    return ranked(state, standing, map(state.net, state.seats))


def leave(context: GameContext, seat: int) -> None:
    """Remove a captain. Their cargo goes to the packs and their money to the Bank; claims by and on their ships end."""
    state = context.state
    context.tell("left", seat, reveals=True)
    for ship in state.fleet(seat):
        if state.commissioned(ship):
            context.lay_down()
        context.give_back(context.empty(ship))
        state.at[ship] = -1
        state.claims = tuple(claim for claim in state.claims if ship not in claim)
    context.spend(seat, state.purses[seat])
    state.gone = (*state.gone, seat)
    state.bankrupt = tuple(ship for ship in state.bankrupt if state.owners[ship] != seat)
    if len(state.playing()) == 1:
        context.end(tuple(state.playing()), "alone")
    elif state.turn == seat:
        go_on(context, seat)


def inventory(state: State) -> dict[str, int]:
    count = Counter(card for pile in (*state.holds, *state.loot, *state.packs) for card in pile)
    count.update(f"{number} {CHEST[number].title}" for number in (*state.chest, *state.discarded))
    return dict(sorted(count.items())) | {"dubloons": sum(state.purses) + state.bank}
