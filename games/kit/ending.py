"""End games: announce the ending once, let the best seats win, and rank every seat."""

from collections.abc import Callable, Iterable
from typing import Any

from games.engine import Outcome
from games.engine.facts import WON

from .agenda import A, Context

Standing = Callable[[A, int], tuple[Any, ...]]
"""`standing(state, seat)`: the value that ranks a seat, higher is better."""


def end(context: Context[A], winners: tuple[int, ...], reason: str, **facts: Any) -> None:
    """End the game, and tell the event."""
    context.state.ended = (winners, reason)
    context.state.agenda.clear()
    alone = winners[0] if len(winners) == 1 else None
    context.tell(WON, alone, winners=list(winners), reason=reason, reveals=True, **facts)


def best(state: A, standing: Standing[A]) -> tuple[int, ...]:
    """Return the best seats among those still playing."""
    most = max(standing(state, seat) for seat in state.playing())
    return tuple(seat for seat in state.playing() if standing(state, seat) == most)


def ranked(state: A, standing: Standing[A], scores: Iterable[int]) -> Outcome:
    """Return the outcome: winners first, captains who left last, the rest by their standing."""
    if state.ended is None:
        raise ValueError("the game is not over")
    winners, reason = state.ended
    ranks = [(seat not in winners, seat in state.gone, *(-part for part in standing(state, seat))) for seat in state.seats]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(tuple(winners), places, tuple(scores), reason)
