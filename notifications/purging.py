"""Delete old notices with their deliveries, local letters, and incoming letters."""

from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from .models import OPEN, LetterIn, LocalLetter, Notice, ReplyAddress, State

OLD = timedelta(days=90)
READ, IGNORED = timedelta(days=30), timedelta(days=10)
EVERY = 6 * 3600
AT_ONCE = 2000
"""How many rows go at once, so that no sweep holds the database for long; the next one goes on."""


def purge_now_and_then() -> int:
    """Purge, unless that was done in the last hours; return how many rows were deleted."""
    return purge() if cache.add("post-purged", True, EVERY) else 0


def purge() -> int:
    """Delete rows past their time; return how many. What is left goes with the next sweep."""
    now = timezone.now()
    read, ignored = now - READ, now - IGNORED
    dull = Q(state=LetterIn.State.IGNORED, received_at__lt=ignored) | Q(ended_at__isnull=False, received_at__lt=read)
    alive = Q(deliveries__state__in=[*OPEN, State.SENDING])
    old = [
        Notice.objects.filter(Q(created_at__lt=now - OLD) | Q(created_at__lt=read, user=None)).exclude(alive),
        LocalLetter.objects.filter(created_at__lt=now - OLD),
        LetterIn.objects.filter(dull),
        ReplyAddress.objects.filter(expires_at__lt=now - READ),
    ]
    gone = sum(forget(rows) for rows in old)
    if gone >= AT_ONCE:
        cache.delete("post-purged")
    return gone


def forget(rows: QuerySet[Any]) -> int:
    """Delete the oldest of these rows."""
    ids = list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    if ids:
        rows.model.objects.filter(pk__in=ids).delete()
    return len(ids)
