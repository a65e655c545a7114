"""Letters that came in time and that nobody has read yet: nothing is played for their writer before, however long reading takes.

Only letters to an address that was made for this player count, and commands of theirs: what strangers write holds up no clock.
A letter about one game holds that game alone, and a command that waits for newer code holds none.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower, Substr

from accounts import services as people
from games.models import Player
from notifications import passing
from notifications.inbound import auth_results
from notifications.models import LetterIn, ReplyAddress

UNREAD = [LetterIn.State.STORED, LetterIn.State.READING]
IDENT = Lower(Substr("envelope_to", 4, 16))
"""The part of a reply address that names its row (`notifications.addresses`)."""
MOST = 200


def of_anybody(cut_off: datetime) -> QuerySet[LetterIn]:
    """Return the letters that came by then and that nobody has read."""
    return LetterIn.objects.filter(state__in=UNREAD, received_at__lte=cut_off)


def lie_here(player: Player, cut_off: datetime) -> bool:
    """Does a letter lie here that came by then, and that may be this player's answer in this game?"""
    unread = of_anybody(cut_off)
    if player.user_id is None or not unread.exists():
        return False
    own = ReplyAddress.objects.filter(user=player.user_id)
    unmet = unread.exclude(reason=passing.NOT_NOW)
    return (
        to_one_of(unread, own.filter(facts__game=player.game_id)).exists()
        or to_one_of(unmet, own.filter(facts__game__isnull=True)).exists()
        or any(is_by(player, letter) for letter in commands(unmet))
    )


def to_one_of(unread: QuerySet[LetterIn], own: QuerySet[ReplyAddress]) -> QuerySet[Any, Any]:
    """Of these letters, those to one of these addresses."""
    return unread.annotate(ident=IDENT).filter(ident__in=own.values("ident"))


def commands(unread: QuerySet[LetterIn]) -> QuerySet[LetterIn]:
    """Proved letters to the address that everybody knows, oldest first."""
    return unread.filter(envelope_to__iexact=settings.DESK, auth=LetterIn.Auth.PASS).order_by("received_at")[:MOST]


def is_by(player: Player, letter: LetterIn) -> bool:
    """Return whether the letter names this player as its writer."""
    member = people.member_at(auth_results.writer(auth_results.header_lines(bytes(letter.raw))))
    return member is not None and member.pk == player.user_id
