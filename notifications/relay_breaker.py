"""A circuit breaker for the relay. While the relay is down, letters wait and a few are tried; afterwards the rate grows slowly."""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F, OuterRef, Q, QuerySet
from django.utils import timezone

from core.prepared import MOMENT, Blank, Prepared

from .delivery_times import WITH_ANOTHER
from .models import Delivery, Outage, State

logger = logging.getLogger(__name__)
IN_A_ROW = 5
MAX_PAUSE_MINUTES = 15
MAX_PAUSE, AT_A_TIME = timedelta(minutes=MAX_PAUSE_MINUTES), timedelta(minutes=2)
"""The maximum time until a trial letter, and the maximum delay of a letter in an outage. A longer time comes from a wrong clock."""
SLOW_FOR = timedelta(minutes=20)
CROWDED_FOR = timedelta(minutes=5)
KNOWN, KNOWN_FOR = "letters-are-late", 60
SLOW_START, A_SWEEP, DOUBLED = 5, timedelta(seconds=15), timedelta(minutes=2)
"""The number of letters allowed right after an outage, the period for that number, and the time in which the rate doubles."""


def open_outages(transport: str | OuterRef) -> QuerySet[Outage]:
    return Outage.objects.filter(transport=transport, ended_at=None)


def blocking_outage(transport: str | OuterRef, now: datetime | Blank) -> QuerySet[Outage]:
    return open_outages(transport).filter(try_at__gt=now, try_at__lte=now + MAX_PAUSE)


def note_failure(transport: str, code: str) -> None:
    """Record a failure. IN_A_ROW failures open the breaker; each failed trial then lengthens the wait."""
    now = timezone.now()
    outage = open_outages(transport).first()
    if outage is not None:
        pause = min(2 ** (outage.tries + 1), MAX_PAUSE_MINUTES)
        Outage.objects.filter(pk=outage.pk).update(tries=F("tries") + 1, try_at=now + timedelta(minutes=pause), code=code)
        return
    key = f"breaker:{transport}"
    cache.add(key, 0, 3600)
    if cache.incr(key) < IN_A_ROW:
        return
    logger.error("no letters go out by %s: %s", transport, code)
    try:
        with transaction.atomic():
            Outage.objects.create(transport=transport, started_at=now, try_at=now + timedelta(minutes=1), code=code)
    except IntegrityError:
        return  # another worker noticed at the same moment
    cache.set(KNOWN, True, KNOWN_FOR)


def note_crowded(address: str) -> None:
    """Delay letters to all addresses at a domain that accepts no more letters for now; other letters are still sent."""
    cache.set(f"crowded:{domain(address)}", timezone.now() + CROWDED_FOR, CROWDED_FOR.total_seconds())


def crowded_until(address: str) -> datetime | None:
    """Return the time at which letters to the address's domain resume; None if letters are not delayed."""
    until = cache.get(f"crowded:{domain(address)}")
    return until if until and until > timezone.now() else None


def domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


def note_success(transport: str, was_shut: bool) -> None:
    cache.delete(f"breaker:{transport}")
    if was_shut and open_outages(transport).update(ended_at=timezone.now()):
        Delivery.objects.filter(transport=transport, state=State.HELD, attempts=1).update(not_before=timezone.now())
        cache.delete(KNOWN)
        logger.warning("letters go out again by %s", transport)


def is_down(transport: str = "email") -> bool:
    return open_outages(transport).exists()


def known_to_be_down() -> bool:
    """Return whether e-mail is down, for a banner on every page. Cached for a minute."""
    return bool(cache.get_or_set(KNOWN, is_down, KNOWN_FOR))


def undo_wrong_clock() -> None:
    """Release letters that a fast clock has delayed, once the clock is right."""
    now = timezone.now()
    for outage in limiting(now - SLOW_FOR):
        waiting = Delivery.objects.filter(transport=outage.transport, state=State.PENDING, last_code=outage.code)
        waiting.filter(not_before__gt=now + AT_A_TIME).update(not_before=now)


def room_now() -> dict[str, int]:
    """Return the remaining quota of each transport with a current or recent outage; other transports have no limit."""
    now = timezone.now()
    return {outage.transport: room_after(outage, now) for outage in reversed(limiting(now - SLOW_FOR))}


def room_for(transport: str) -> int:
    """Return a transport's remaining quota. Lock the outage's row, so that other workers count only after this transaction's claim."""
    now = timezone.now()
    outage = limiting.make(now - SLOW_FOR).filter(transport=transport).select_for_update().first()
    return 1 if outage is None else room_after(outage, now)


@Prepared.of(MOMENT)
def limiting(since: Blank | datetime) -> QuerySet[Outage]:
    """Return the outages that limit letters: open outages, then outages that ended within SLOW_FOR after `since`, newest first."""
    outages = Outage.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since, ended_at__lte=since + SLOW_FOR))
    return outages.order_by(F("ended_at").desc(nulls_first=True))


def room_after(outage: Outage, now: datetime) -> int:
    return max(0, allowed(outage, now) - going(outage, now))


def allowed(outage: Outage, now: datetime) -> int:
    """Return how many letters are allowed per sweep: a growing number after an outage; during an outage, 1 if a trial is due, else 0."""
    if outage.ended_at is not None:
        return int(SLOW_START * 2 ** ((now - outage.ended_at) / DOUBLED))
    return int(not now < outage.try_at <= now + MAX_PAUSE)


def going(outage: Outage, now: datetime) -> int:
    """Return how many letters the transport is sending, or has sent since the end of the outage and within the last sweep interval."""
    letters = Delivery.objects.filter(transport=outage.transport)
    going_now = letters.filter(state=State.SENDING).count()
    if outage.ended_at is None:
        return going_now
    gone = letters.filter(state=State.SENT, ended_at__gt=now - A_SWEEP, ended_at__gte=outage.ended_at)
    return going_now + gone.exclude(last_code=WITH_ANOTHER).count()
