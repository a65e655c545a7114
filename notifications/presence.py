"""Track which people have a table's page open. Letters to them are delayed for a while."""

from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.models import Visitor

PRESENT_FOR = timedelta(seconds=60)
CACHED_SECONDS = 24 * 3600


def mark_looking(user: Visitor, topic: str) -> None:
    if user.is_authenticated:
        cache.set(f"there:{topic}:{user.pk}", timezone.now(), CACHED_SECONDS)


def last_seen(user: Visitor, topic: str) -> datetime | None:
    """Return the time at which a person last had a page about the topic open; None if unknown."""
    return cache.get(f"there:{topic}:{user.pk}") if topic else None


def is_there(user: Visitor, topic: str) -> bool:
    seen_at = last_seen(user, topic)
    return seen_at is not None and timezone.now() - seen_at < PRESENT_FOR
