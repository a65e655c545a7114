"""Limit how long one player can make a table wait. The proof is in docs/clock-limits.md.

A turn lasts at most for its allowance, its grace, and the player's *spare time*. Whatever extends a deadline for one player alone
is charged to spare time: letters sent late, an address that does not work, a single day of leave, and grace that starts again
after another player was asked. Time that stops the clock for everyone is not charged. Declared leave has its own limit.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.clocks.due_times import Span, deadline, elapsed
from games.clocks.paces import DAY, HOUR

SPARE_A_TURN = 60 * HOUR
SPARE_A_GAME = 7 * DAY
LEAVE_A_TURN = 7 * DAY
LEAVE_A_GAME = 14 * DAY


def may_hold(allowance: int, patience: int, spare: int) -> int:
    """Return the maximum number of seconds that a turn may last for a player with `spare` seconds of spare time."""
    return allowance + patience + max(0, min(SPARE_A_TURN, spare))


def released(spare: int, rounds: int) -> int:
    """Return the usable seconds of spare time. Each round releases as much as one turn may use, so a short game is extended little."""
    return max(0, min(spare, SPARE_A_TURN * max(1, rounds) - (SPARE_A_GAME - spare)))


def last_moment(asked_at: datetime, remaining: int, counted: Iterable[Span]) -> datetime:
    """Return the time at which a question will have used the `remaining` seconds of its turn. The clock stops during `counted`."""
    return deadline(asked_at, remaining, counted)


def left_after(remaining: int, asked_at: datetime, closed_at: datetime, counted: Iterable[Span]) -> int:
    """Return the seconds remaining for a turn after one of its questions was open from `asked_at` to `closed_at`."""
    return max(0, remaining - elapsed(asked_at, closed_at, counted))


def spare_used(spare: int, remaining: int, remaining_now: int) -> int:
    """Return the seconds of spare time that a question used. A question uses the time of its turn first, then spare time."""
    return max(0, min(SPARE_A_TURN, spare, remaining) - remaining_now)


def clipped(span: Span, since: datetime, most: int) -> tuple[Span, int]:
    """Return (the counted part of a period of leave, the seconds that remain) if at most `most` seconds from `since` on count."""
    begin = max(span.begin, since)
    if span.end <= begin:
        return span, most
    end = min(span.end, begin + timedelta(seconds=most))
    return Span(span.begin, end), most - int((end - begin).total_seconds())
