"""How long one player can make a table wait, whatever they do: the numbers, and how they are counted. The proof is in docs/clock-limits.md.

A turn is held for what it was given, its grace, and *spare time*. Everything that makes a deadline later for one player alone is paid
from spare time: letters that left late, an address that does not work, a day of leave taken by itself, grace that begins again after
somebody else was asked. Time that stops the clock for all is not counted. Leave that was declared is counted by itself.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clocks.due_times import Span, deadline, elapsed
from games.clocks.paces import DAY, HOUR

SPARE_A_TURN = 60 * HOUR
SPARE_A_GAME = 7 * DAY
LEAVE_A_TURN = 7 * DAY
LEAVE_A_GAME = 14 * DAY


def may_hold(given: int, patience: int, spare: int) -> int:
    """Seconds a turn may be held in all, by a player who may use so much spare time now."""
    return given + patience + max(0, min(SPARE_A_TURN, spare))


def released(spare: int, rounds: int) -> int:
    """How much of the spare time that is left may be used by this round: what a turn may take, once for each round.

    So the extras of a short game grow with its length, whatever else is asked of its player in those rounds.
    """
    return max(0, min(spare, SPARE_A_TURN * max(1, rounds) - (SPARE_A_GAME - spare)))


def last_moment(asked_at: datetime, left: int, counted: Iterable[Span]) -> datetime:
    """When a question has held its turn for all of what was `left` of it. `counted`: what stops the clock for all, and declared leave."""
    return deadline(asked_at, left, counted)


def left_after(left: int, asked_at: datetime, closed_at: datetime, counted: Iterable[Span]) -> int:
    """What is left for the same turn when a question of it was open from then until then."""
    return max(0, left - elapsed(asked_at, closed_at, counted))


def spare_used(spare: int, left: int, left_now: int) -> int:
    """Spare time that a question has cost: what is left of a turn is given time first, then spare time."""
    return max(0, min(SPARE_A_TURN, spare, left) - left_now)


def clipped(span: Span, since: datetime, most: int) -> tuple[Span, int]:
    """As much of a leave as counts, when from `since` on only so many seconds do; and how many more may."""
    begin = max(span.begin, since)
    if span.end <= begin:
        return span, most
    end = min(span.end, begin + timedelta(seconds=most))
    return Span(span.begin, end), most - int((end - begin).total_seconds())
