"""Manage channels to a person besides letters (browsers and webhooks), for short messages without secrets."""

from typing import Any

from django.core.cache import cache
from django.db.models import F

from accounts.models import User
from core.tasks import after_commit

from .kinds import KINDS
from .models import Channel
from .telling import Letter, Telling

CACHED_FOR = 3600
MAX_FAILURES = 10
MAX_CHANNELS = 10


def ways_of(user: User) -> set[str]:
    """Return the names of the transports with a channel to a person. Cached, because every notice needs the names."""
    key = f"ways:{user.pk}"
    ways: set[str] | None = cache.get(key)
    if ways is None:
        ways = set(Channel.objects.filter(user=user).values_list("transport", flat=True))
        cache.set(key, ways, CACHED_FOR)
    return ways


def goes_by_channel(transport: str, notice: Telling) -> bool:
    """Return whether the notice uses the transport: receipts and invitations use no channels, other news uses all channels."""
    kind = KINDS.get(notice.kind)
    if not (notice.user and notice.user.is_active and kind and not kind.is_at_once):
        return False
    if notice.ways is None:
        notice.ways = ways_of(notice.user)
    return transport in notice.ways


def channels_of(user: User, transport: str) -> list[Channel]:
    return list(Channel.objects.filter(user=user, transport=transport).order_by("pk"))


def add(user: User, transport: str, address: str, secrets: dict[str, Any]) -> Channel | None:
    """Add a channel; return None if the person already has MAX_CHANNELS."""
    if Channel.objects.filter(user=user).count() >= MAX_CHANNELS:
        return None
    channel, _ = Channel.objects.update_or_create(
        user=user, transport=transport, address=address, defaults={"secrets": secrets, "failures": 0}
    )
    forget_channels(user)
    return channel


def remove(channel: Channel) -> None:
    channel.delete()
    forget_channels(channel.user)


def forget_channels(user: User) -> None:
    after_commit(cache.delete, f"ways:{user.pk}")


def note_success(channel: Channel) -> None:
    if channel.failures:
        Channel.objects.filter(pk=channel.pk).update(failures=0)


def note_failure(channel: Channel, is_gone: bool) -> None:
    """Count a failure. Delete a channel that is gone or keeps failing."""
    if is_gone or channel.failures + 1 >= MAX_FAILURES:
        remove(channel)
    else:
        Channel.objects.filter(pk=channel.pk).update(failures=F("failures") + 1)


def short_message(letter: Letter) -> dict[str, str]:
    """Return a message that a locked screen or a shared room may show: that there is news, and where to read the news."""
    return {"title": letter.subject, "body": letter.brief or "There is news for you.", "link": letter.link}
