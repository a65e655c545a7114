"""Delete old notices with their deliveries, local letters, and incoming letters."""

from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from .models import OPEN, LetterIn, LocalLetter, Notice, ReplyAddress, State

OLD = timedelta(days=90)
READ, IGNORED = timedelta(days=30), timedelta(days=10)
WAITING = [state for state in OPEN if state != State.UNKNOWN]
"""States of pending letters. UNKNOWN is excluded: an old letter in that state was sent long ago, or will never be sent."""
EVERY = 6 * 3600
AT_ONCE = 2000
"""The number of rows deleted at once, so that no sweep holds the database for long. The next sweep continues."""


def purge_now_and_then() -> int:
    """Purge unless a purge ran within EVERY seconds; return the number of rows deleted."""
    return purge() if cache.add("post-purged", True, EVERY) else 0


def purge() -> int:
    """Delete expired rows, and return the number deleted. The next sweep deletes the rest."""
    gone = sum(forget(rows, by) for rows, by in too_old(timezone.now()))
    if gone >= AT_ONCE:
        cache.delete("post-purged")
    return gone


def too_old(now: datetime) -> list[tuple[QuerySet[Any], str]]:
    """Return (query for expired rows, indexed column that finds the rows) pairs."""
    read, ignored = now - READ, now - IGNORED
    alive = Q(deliveries__state__in=[*WAITING, State.SENDING])
    return [
        (Notice.objects.filter(created_at__lt=now - OLD).exclude(alive), "created_at"),
        (Notice.objects.filter(created_at__lt=read, user=None).exclude(alive), "created_at"),
        (LocalLetter.objects.filter(created_at__lt=now - OLD), "created_at"),
        (LetterIn.objects.filter(state=LetterIn.State.IGNORED, received_at__lt=ignored), "received_at"),
        (LetterIn.objects.filter(ended_at__isnull=False, received_at__lt=read), "received_at"),
        (ReplyAddress.objects.filter(expires_at__lt=now - READ), "expires_at"),
    ]


def forget(rows: QuerySet[Any], by: str) -> int:
    ids = list(rows.order_by(by).values_list("pk", flat=True)[:AT_ONCE])
    if ids:
        rows.model.objects.filter(pk__in=ids).delete()
    return len(ids)
