"""Send a reminder from one captain to another for whom the table waits."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.announcements import notices
from games.editions.errors import NotAllowed
from games.models import Game, Wait
from games.moderation import blocks

PATIENCE = timedelta(hours=12)
"""The minimum time since the question before a captain may be nudged."""


def may_nudge(wait: Wait, now: datetime) -> bool:
    """Return whether the table has waited long enough for this answer."""
    return not wait.is_window and now - wait.asked_at >= PATIENCE


@transaction.atomic
def nudge(game_id: int, user: User, seat: int) -> None:
    """Send the captain of this seat a letter that the table waits, once a day.

    Raise NotAllowed if that is refused, and Game.DoesNotExist for people without a seat.
    """
    game = Game.objects.get(pk=game_id, players__user=user)
    sender, other = game.players.get(user=user), game.players.select_related("user").filter(seat=seat).first()
    wait = Wait.objects.filter(game=game, seat=seat, closed_at=None).exclude(next_step=Wait.Step.CLOSE).first()
    if wait is None or other is None or other.user is None or other.plays_itself or sender.seat == seat:
        raise NotAllowed("no-nudge", "Somebody else whom the game waits for can be nudged; nobody else.")
    blocks.must_share_table(
        user, [other.user_id], "You blocked {name}, so you send no letters to {name} either.", "That captain cannot be nudged."
    )
    if not may_nudge(wait, timezone.now()):
        raise NotAllowed("too-soon", f"The table has not waited long for {other.name}. Half a day after the question you may nudge.")
    if not notices.nudge(game, wait, other.user, sender.seat_number):
        raise NotAllowed("nudged", f"{other.name} has been nudged today already.")
