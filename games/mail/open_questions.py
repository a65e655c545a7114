"""List a person's open games for settings and deadlines for calendars, and send turn letters again or early."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import User
from games.announcements import notices
from games.mail import letter_parts
from games.models import Game, Player, Wait
from notifications import outbox
from notifications.calendar import Date

CLOSED_FOR = timedelta(days=7)
MAX_TOPICS = 100


def tell_again(user: User) -> None:
    """Notify a person of each open question about which no letter has reached them."""
    asked = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, game__players__user=user, seat=F("game__players__seat"))
    for wait in asked.exclude(next_step=Wait.Step.BOT).select_related("game"):
        notices.your_turn_again(wait, user)


def tell_at_once(game_id: int | None, user: User) -> None:
    """Send the letter about a captain's first turn without delay if the game, begun by letter, already waits for them."""
    waits = Wait.objects.filter(game=game_id, closed_at=None, game__players__user=user).select_related("game")
    mine = waits.filter(seat__in=user.players.filter(game=game_id).values("seat"))
    outbox.hasten([f"turn:{wait.pk}" for wait in mine if not wait.game.last_moves[wait.seat]])


def topics(user: User) -> list[tuple[str, str]]:
    games = Game.objects.filter(players__user=user, status__in=[Game.Status.RUNNING, Game.Status.OPEN])
    return [(f"game:{pk}", name) for pk, name in games.order_by("-pk").values_list("pk", "name")[:MAX_TOPICS]]


def dates(user: User) -> Iterator[Date]:
    """Yield the deadlines of a person's open waits, and of waits closed within CLOSED_FOR so that calendars remove the dates."""
    seats = Player.objects.filter(user=user, game=OuterRef("game"), seat=OuterRef("seat"))
    waits = Wait.objects.filter(Exists(seats), due_at__isnull=False).exclude(next_step=Wait.Step.CLOSE).select_related("game")
    recent = waits.filter(closed_at__gt=timezone.now() - CLOSED_FOR) | waits.filter(closed_at=None, game__status=Game.Status.RUNNING)
    for wait in recent.order_by("-pk")[:MAX_TOPICS]:
        title = f"{wait.game.name}: your turn"
        moved = int(max(0, (wait.deadline - wait.asked_at).total_seconds() - wait.allowance) // 60)
        yield Date(
            f"wait-{wait.pk}", wait.asked_at, wait.deadline, title, letter_parts.table_link(wait.game), moved, wait.closed_at is not None
        )
