"""When the relay is down: letters wait, one is tried now and then, and afterwards they go slowly at first.

What failed is not counted against any letter, and after the outage each person gets one letter for all that waits,
since turns that wait are told together (`sending.told_along`) and what is out of date is cancelled when it is written.
A relay that is there, but refuses every letter because of us, is as good as down: what it refused is tried once more when it takes one.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, QuerySet
from django.utils import timezone

from .models import Delivery, Outage, State

logger = logging.getLogger(__name__)
IN_A_ROW = 5
LONGEST = 15
SLOW_FOR = timedelta(minutes=20)
CROWDED_FOR = timedelta(minutes=5)
KNOWN, KNOWN_FOR = "letters-are-late", 60
SLOW_START = 5
"""Letters in one sweep right after an outage; doubled every two minutes."""


def open_outages(transport: str | OuterRef) -> QuerySet[Outage]:
    """That of this way, if it has one."""
    return Outage.objects.filter(transport=transport, ended_at=None)


def blocking_outage(transport: str | OuterRef, now: datetime) -> QuerySet[Outage]:
    """The outage for which this way is not to be tried now."""
    return open_outages(transport).filter(try_at__gt=now)


def note_failure(transport: str, code: str) -> None:
    """The way was closed once more. Several times in a row open the breaker; each failed trial makes it wait longer."""
    now = timezone.now()
    outage = open_outages(transport).first()
    if outage is not None:
        pause = min(2 ** (outage.tries + 1), LONGEST)
        Outage.objects.filter(pk=outage.pk).update(tries=F("tries") + 1, try_at=now + timedelta(minutes=pause), code=code)
        return
    key = f"breaker:{transport}"
    cache.add(key, 0, 3600)
    if cache.incr(key) >= IN_A_ROW:
        open_outage(transport, code, now)


def open_outage(transport: str, code: str, now: datetime) -> None:
    """No more letters by this transport until one goes through again; staff learn of it."""
    logger.error("no letters go out by %s: %s", transport, code)
    try:
        with transaction.atomic():
            Outage.objects.create(transport=transport, started_at=now, try_at=now + timedelta(minutes=1), code=code)
    except IntegrityError:
        return  # somebody else noticed in the same moment
    cache.set(KNOWN, True, KNOWN_FOR)


def note_crowded(address: str) -> None:
    """This receiver takes no more of us just now: letters to its other people wait along, those to others go on."""
    cache.set(f"crowded:{domain(address)}", timezone.now() + CROWDED_FOR, CROWDED_FOR.total_seconds())


def crowded_until(address: str) -> datetime | None:
    """When letters to that receiver go on, or None when nothing stands in their way."""
    until = cache.get(f"crowded:{domain(address)}")
    return until if until and until > timezone.now() else None


def domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


def note_success(transport: str, was_shut: bool) -> None:
    """A letter went: whatever was wrong is over."""
    cache.delete(f"breaker:{transport}")
    if was_shut and open_outages(transport).update(ended_at=timezone.now()):
        Delivery.objects.filter(transport=transport, state=State.HELD, attempts=1).update(not_before=timezone.now())
        cache.delete(KNOWN)
        logger.warning("letters go out again by %s", transport)


def is_down(transport: str = "email") -> bool:
    """Do letters wait because this way is closed?"""
    return open_outages(transport).exists()


def known_to_be_down() -> bool:
    """The same, for a banner on every page: the database is asked once a minute."""
    return bool(cache.get_or_set(KNOWN, is_down, KNOWN_FOR))


def most_now() -> int | None:
    """How many letters one sweep may send, or None for any number."""
    now = timezone.now()
    last = Outage.objects.filter(ended_at__gt=now - SLOW_FOR).order_by("-ended_at").first()
    if last is None or last.ended_at is None:
        return None
    return int(SLOW_START * 2 ** ((now - last.ended_at) / timedelta(minutes=2)))
