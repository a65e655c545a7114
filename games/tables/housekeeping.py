"""Housekeeping: what ends with time other than turns. Each sweep calls it; doing it twice is harmless."""

from datetime import datetime

from django.db.models import QuerySet

from core.tasks import enqueue
from games.agreements import agreed_ends, votes
from games.deadlines import heartbeat, holding
from games.models import Player
from games.queries import reliability
from games.storage import counted
from games.tables import ready_check
from games.timeouts import seats

BATCH = 200
"""The maximum number of open seats handled in one sweep."""
AT_ONCE = 5
"""The maximum number of people whose records one statement counts."""


def housekeeping(now: datetime) -> None:
    """End what is due: games with an agreed end, votes, ready checks, seats that nobody took.

    Once an hour, and at once in a process that has just started, games that only newer code can open are held.
    By a wrong clock nothing ends.
    """
    if holding.is_time(now):
        enqueue("games.tasks.hold_games")
    if not heartbeat.is_ok():
        return
    agreed_ends.call_due(now)
    votes.close_expired()
    ready_check.close_due()
    close_open_seats(now)


def close_open_seats(now: datetime) -> int:
    """Leave open seats that nobody took to the helmsman. Return how many."""
    return sum(seats.leave_to_helmsman(player.game_id, player.pk) for player in open_too_long(now))


def open_too_long(now: datetime) -> QuerySet[Player]:
    """Return the open seats that nobody took in time."""
    return Player.objects.filter(mode=Player.Mode.OPEN, open_until__lte=now).order_by("open_until")[:BATCH]


def count_again(keys: list[str]) -> None:
    """Count and store these figures, except fresh ones."""
    old = counted.not_fresh(keys)
    for first in range(0, len(old), AT_ONCE):
        counted.keep(reliability.counted_anew(old[first : first + AT_ONCE]))
