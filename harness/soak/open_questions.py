"""Every open question has a moment at which something will happen, and it happens."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import Game, Vote, Wait

STANDS = timedelta(days=14)
"""No table stands still for longer than three times its pace and this, which is what one player may hold it with all leave there is."""


def without_moment() -> Iterator[str]:
    """Every running game asks somebody, every open question has a next moment, and no game was set aside."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    for game in running.filter(~Exists(Wait.objects.filter(game=OuterRef("pk"), closed_at=None))).order_by("pk"):
        yield f"game {game.pk} is running and asks nobody"
    for wait in Wait.objects.filter(closed_at=None, next_at=None, game__in=running).order_by("pk"):
        yield f"wait {wait.pk} of game {wait.game_id} has no moment at which anything happens"
    for game in Game.objects.filter(status=Game.Status.STUCK).order_by("pk"):
        yield f"game {game.pk} was set aside"


def standing(now: datetime) -> Iterator[str]:
    """No table stands still."""
    for game in Game.objects.filter(status=Game.Status.RUNNING, moved_at__lt=now - STANDS).order_by("pk"):
        if game.moved_at is not None and now - game.moved_at > STANDS + timedelta(seconds=3 * game.pace):
            yield f"game {game.pk} has stood still since {game.moved_at:%d %b %H:%M}"


def overdue(before: datetime) -> Iterator[str]:
    """What was to happen by then has happened: the next step of each wait, agreed ends and the ends of votes."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    for wait in Wait.objects.filter(closed_at=None, next_at__lt=before, game__in=running).order_by("pk"):
        yield f"wait {wait.pk} of game {wait.game_id} ({wait.next_step}) was to happen at {wait.next_at:%d %b %H:%M}"
    for game in running.filter(ends_at__lt=before, last_round=None).order_by("pk"):
        yield f"game {game.pk} was to play its last round since {game.ends_at:%d %b %H:%M}"
    for vote in Vote.objects.filter(result="", expires_at__lt=before, game__in=running).order_by("pk"):
        yield f"vote {vote.pk} of game {vote.game_id} is open, and was to end at {vote.expires_at:%d %b %H:%M}"
