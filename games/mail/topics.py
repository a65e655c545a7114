"""A person's games for `notifications`: names for their settings, and deadlines for their calendar."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from games.mail import letter_parts
from games.models import Game, Player, Wait
from notifications.topics import Date

CLOSED_FOR = timedelta(days=7)
MAX_TOPICS = 100


def topics(user: User) -> list[tuple[str, str]]:
    games = Game.objects.filter(players__user=user, status__in=[Game.Status.RUNNING, Game.Status.OPEN])
    return [(f"game:{pk}", name) for pk, name in games.order_by("-pk").values_list("pk", "name")[:MAX_TOPICS]]


def dates(user: User) -> Iterator[Date]:
    """Yield the deadlines of a person's open waits, and of those closed within a week, so that calendars remove them."""
    seats = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"))
    waits = Wait.objects.filter(Exists(seats), due_at__isnull=False).exclude(next_step=Wait.Step.CLOSE).select_related("game")
    recent = waits.filter(closed_at__gt=timezone.now() - CLOSED_FOR) | waits.filter(closed_at=None, game__status=Game.Status.RUNNING)
    for wait in recent.order_by("-pk")[:MAX_TOPICS]:
        title = f"{wait.game.name}: your turn"
        moved = int(max(0, (wait.deadline - wait.asked_at).total_seconds() - wait.allowance) // 60)
        yield Date(
            f"wait-{wait.pk}", wait.asked_at, wait.deadline, title, letter_parts.table_link(wait.game), moved, wait.closed_at is not None
        )
