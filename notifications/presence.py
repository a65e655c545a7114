"""Who looks at a table just now. That puts a letter off for a while; it never takes its place."""

from django.core.cache import cache

LOOKS_FOR = 60


def saw(user, topic: str) -> None:
    """This person has a page of that matter before him."""
    if user.is_authenticated:
        cache.set(f"there:{topic}:{user.pk}", True, LOOKS_FOR)


def is_there(user, topic: str) -> bool:
    return bool(topic) and cache.get(f"there:{topic}:{user.pk}") is not None
