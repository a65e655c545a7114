"""Problems with letters that a person must read on a page: letters do not reach them, or machines answer for them."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import User

from . import bounces
from .models import LetterIn, Mailing

AWAY_AFTER, WITHIN = 3, timedelta(days=1)
BY_MACHINE = ("auto-submitted", "precedence", "null-sender", "x-autoreply", "x-autorespond", "x-auto-reply")
"""Reasons for ignoring a letter that suggest an out-of-office reply."""


def dead_addresses(user: User) -> list[str]:
    """Return this person's confirmed addresses that no longer get letters although the person wants them."""
    if not user.gets_letters:
        return []
    addresses = [email.lower() for email in bounces.confirmed(user.pk)]
    silent = Mailing.objects.filter(address__in=addresses, state__in=bounces.SILENT)
    return list(silent.order_by("address").values_list("address", flat=True))


def seems_away(user: User) -> bool:
    """Return whether auto-replies keep coming from this person. The site asks them about it, but never puts them on leave."""
    by_machine = Q(state=LetterIn.State.IGNORED, reason__in=BY_MACHINE) | Q(state=LetterIn.State.HELD, reason="absent")
    lately = LetterIn.objects.filter(by_machine, user=user, received_at__gt=timezone.now() - WITHIN)
    return lately.count() >= AWAY_AFTER
