"""Send letters about open questions that never reached a player: a guest, a bounced address, or letters switched off."""

from django.db.models import F

from accounts.models import User
from games.announcements import notices
from games.models import Game, Wait
from notifications import missed

MOST_LETTERS = 5
"""The maximum number of letters about one question, however often its player changes their address."""


def tell_again(user: User) -> None:
    """Notify this person of each open question for which no letter has reached them."""
    asked = Wait.objects.filter(closed_at=None, game__status=Game.Status.RUNNING, game__players__user=user, seat=F("game__players__seat"))
    for wait in asked.exclude(next_step=Wait.Step.BOT).select_related("game"):
        keys = notices.keys_of_turn(wait, MOST_LETTERS)
        if not missed.has_letter(user, keys):
            notices.your_turn_again(wait.game, wait, user, keys)
