"""Send letters about open questions out of turn: again if none reached the player, and at once to a player without a page open."""

from django.db.models import F

from accounts.models import User
from games.announcements import notices
from games.models import Game, Wait
from notifications import outbox


def tell_again(user: User) -> None:
    """Notify this person of each open question for which no letter has reached them."""
    asked = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, game__players__user=user, seat=F("game__players__seat"))
    for wait in asked.exclude(next_step=Wait.Step.BOT).select_related("game"):
        notices.your_turn_again(wait, user)


def tell_at_once(game_id: int | None, user: User) -> None:
    """Send the letter about this captain's first turn now if the game, begun by letter, already waits for it."""
    waits = Wait.objects.filter(game=game_id, closed_at=None, game__players__user=user).select_related("game")
    mine = waits.filter(seat__in=user.players.filter(game=game_id).values("seat"))
    outbox.hasten([f"turn:{wait.pk}" for wait in mine if not wait.game.last_moves[wait.seat]])
