"""Unread letters that arrived in time. They delay a timeout until they are read.

Only letters to the player's own reply addresses and their authenticated commands count, so that strangers cannot delay a clock.
A letter about one game delays only that game. A command that waits for newer code delays no game.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower, Substr

from accounts import services as accounts
from games.models import Player
from notifications import passing
from notifications.inbound import auth_results
from notifications.models import LetterIn, ReplyAddress

UNREAD = [LetterIn.State.STORED, LetterIn.State.READING]
IDENT = Lower(Substr("envelope_to", 4, 16))
"""The part of a reply address that identifies its row (`notifications.addresses`)."""
MOST_COMMANDS = 200


def of_anybody(cut_off: datetime) -> QuerySet[LetterIn]:
    """Return the unread letters that arrived by the given time."""
    return LetterIn.objects.filter(state__in=UNREAD, received_at__lte=cut_off)


def may_have_answered(player: Player, cut_off: datetime) -> bool:
    """Return whether an unread letter that arrived by the given time may be the player's answer in the game."""
    unread = of_anybody(cut_off)
    if player.user_id is None or not unread.exists():
        return False
    own_addresses = ReplyAddress.objects.filter(user=player.user_id)
    unmet = unread.exclude(reason=passing.NOT_NOW)
    if sent_to(unread, own_addresses.filter(facts__game=player.game_id)).exists():
        return True
    if sent_to(unmet, own_addresses.filter(facts__game__isnull=True)).exists():
        return True
    writers = (accounts.member_at(auth_results.writer(auth_results.header_lines(bytes(letter.raw)))) for letter in commands(unmet))
    return any(writer is not None and writer.pk == player.user_id for writer in writers)


def sent_to(unread: QuerySet[LetterIn], addresses: QuerySet[ReplyAddress]) -> QuerySet[Any, Any]:
    return unread.annotate(ident=IDENT).filter(ident__in=addresses.values("ident"))


def commands(unread: QuerySet[LetterIn]) -> QuerySet[LetterIn]:
    """Return the authenticated letters to the public command address, oldest first."""
    return unread.filter(envelope_to__iexact=settings.DESK, auth=LetterIn.Auth.PASS).order_by("received_at")[:MOST_COMMANDS]
