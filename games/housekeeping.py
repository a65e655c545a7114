"""What comes to its end with time and is no clock of a turn. Called by each sweep; doing it twice does nothing."""

from datetime import datetime

from django.db.models import QuerySet

from core.tasks import enqueue
from games.agreements import agreed_ends, votes
from games.deadlines import holding
from games.models import Player
from games.tables import ready_check
from games.timeouts import seats

BATCH = 200
"""So many open seats are looked at in one sweep."""


def housekeeping(now: datetime) -> None:
    """What else comes to its end with time: games that agreed on a date, votes, ready checks, seats that nobody took.

    Once an hour, and at once in a process that has just started, games that only newer code can open are held.
    """
    if holding.is_time(now):
        enqueue("games.tasks.hold_games")
    agreed_ends.call_due(now)
    votes.close_expired()
    ready_check.close_due()
    close_open_seats(now)


def close_open_seats(now: datetime) -> int:
    """Seats that nobody took stay with the helmsman."""
    return sum(seats.leave_to_helmsman(player.game_id, player.pk) for player in open_too_long(now)[:BATCH])


def open_too_long(now: datetime) -> QuerySet[Player]:
    """The open seats that nobody took in time."""
    return Player.objects.filter(mode=Player.Mode.OPEN, open_until__lte=now).order_by("open_until")
