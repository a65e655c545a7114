"""Who is looking at a table right now. That delays a letter for a while; it never replaces it."""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import Visitor

LOOKS_FOR = timedelta(seconds=60)
KEPT = 24 * 3600


def mark_looking(user: Visitor, topic: str) -> None:
    """Note that this person has a page of that topic open."""
    if user.is_authenticated:
        cache.set(f"there:{topic}:{user.pk}", timezone.now(), KEPT)


def last_seen(user: Visitor, topic: str) -> datetime | None:
    """Return when this person last had such a page open, if known."""
    return cache.get(f"there:{topic}:{user.pk}") if topic else None


def is_there(user: Visitor, topic: str) -> bool:
    at = last_seen(user, topic)
    return at is not None and timezone.now() - at < LOOKS_FOR
