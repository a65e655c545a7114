"""The letter of a question that was asked while no letter reached its player: a guest, a dead address, letters switched off."""

from django.db.models import F

from accounts.models import User
from games import notices
from games.models import Game, Wait
from notifications import missed

MOST = 5
"""Letters about one question, however often its player changes their address."""


def tell_again(user: User) -> None:
    """Notify this person of each question that is open to them, where no letter about it has reached them."""
    asked = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, game__players__user=user, seat=F("game__players__seat"))
    for wait in asked.exclude(next_step=Wait.Step.BOT).select_related("game"):
        keys = notices.keys_of_turn(wait, MOST)
        if not missed.has_letter(user, keys):
            notices.your_turn_again(wait.game, wait, user, keys)
