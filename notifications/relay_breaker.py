"""The circuit breaker of the relay: while it is down, letters wait, a few are tried, and afterwards they go slowly at first.

Failures do not count against any letter. After the outage each person gets one letter for all that waits,
since waiting turns are combined (`sending.told_along`) and outdated letters are cancelled when they are written.
A relay that refuses every letter because of us counts as down: refused letters are tried again once it takes one.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet
from django.utils import timezone

from core.prepared import MOMENT, TEXT, Blank, Prepared

from .delivery_times import WITH_ANOTHER
from .models import Delivery, Outage, State

logger = logging.getLogger(__name__)
IN_A_ROW = 5
LONGEST = 15
LONGEST_PAUSE, AT_A_TIME = timedelta(minutes=LONGEST), timedelta(minutes=2)
"""Until one letter is tried again, and for how long one is put off in an outage; at most. Any later moment comes of a wrong clock."""
SLOW_FOR = timedelta(minutes=20)
CROWDED_FOR = timedelta(minutes=5)
KNOWN, KNOWN_FOR = "letters-are-late", 60
SLOW_START, A_SWEEP, DOUBLED = 5, timedelta(seconds=15), timedelta(minutes=2)
"""How many letters may go right after an outage, in which time, and how soon twice as many."""


def open_outages(transport: str | OuterRef | Blank) -> QuerySet[Outage]:
    """Return the open outage of this transport, if any."""
    return Outage.objects.filter(transport=transport, ended_at=None)


@Prepared.of(TEXT)
def open_now(transport: Blank) -> QuerySet[Outage]:
    """Return the open outage of this transport, if any."""
    return open_outages(transport)


def blocking_outage(transport: str | OuterRef, now: datetime | Blank) -> QuerySet[Outage]:
    """Return the outage that keeps this transport from being tried now."""
    return open_outages(transport).filter(try_at__gt=now, try_at__lte=now + LONGEST_PAUSE)


def note_failure(transport: str, code: str) -> None:
    """Note a failure. Several in a row open the breaker; each failed trial makes it wait longer."""
    now = timezone.now()
    outage = next(iter(open_now(transport)), None)
    if outage is not None:
        pause = min(2 ** (outage.tries + 1), LONGEST)
        Outage.objects.filter(pk=outage.pk).update(tries=F("tries") + 1, try_at=now + timedelta(minutes=pause), code=code)
        return
    key = f"breaker:{transport}"
    cache.add(key, 0, 3600)
    if cache.incr(key) >= IN_A_ROW:
        open_outage(transport, code, now)


def open_outage(transport: str, code: str, now: datetime) -> None:
    """Send no more letters by this transport until one goes through again; staff are told."""
    logger.error("no letters go out by %s: %s", transport, code)
    try:
        with transaction.atomic():
            Outage.objects.create(transport=transport, started_at=now, try_at=now + timedelta(minutes=1), code=code)
    except IntegrityError:
        return  # another worker noticed at the same moment
    cache.set(KNOWN, True, KNOWN_FOR)


def note_crowded(address: str) -> None:
    """This receiver takes no more letters of ours just now: those to its other addresses wait too, others go on."""
    cache.set(f"crowded:{domain(address)}", timezone.now() + CROWDED_FOR, CROWDED_FOR.total_seconds())


def crowded_until(address: str) -> datetime | None:
    """Return when letters to that receiver go on, or None if nothing holds them."""
    until = cache.get(f"crowded:{domain(address)}")
    return until if until and until > timezone.now() else None


def domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


def note_success(transport: str, was_shut: bool) -> None:
    """Note a sent letter: the outage is over."""
    cache.delete(f"breaker:{transport}")
    if was_shut and open_outages(transport).update(ended_at=timezone.now()):
        Delivery.objects.filter(transport=transport, state=State.HELD, attempts=1).update(not_before=timezone.now())
        cache.delete(KNOWN)
        logger.warning("letters go out again by %s", transport)


def is_down(transport: str = "email") -> bool:
    """Return whether letters wait because this transport is down."""
    return bool(open_now(transport))


def known_to_be_down() -> bool:
    """The same for a banner on every page: the database is asked once a minute."""
    return bool(cache.get_or_set(KNOWN, is_down, KNOWN_FOR))


def undo_wrong_clock() -> None:
    """Let go what a clock that was ahead has put off, once it is right."""
    now = timezone.now()
    for outage in limiting(now - SLOW_FOR):
        waiting = Delivery.objects.filter(transport=outage.transport, state=State.PENDING, last_code=outage.code)
        waiting.filter(not_before__gt=now + AT_A_TIME).update(not_before=now)


def room_now() -> dict[str, int]:
    """Return how many more letters may go now by each transport that has an outage, or had one lately; the others have no limit.

    While it is closed one letter is tried. Afterwards five may go in the time of a sweep, and twice as many every two minutes, by
    all workers together.
    """
    now = timezone.now()
    return {outage.transport: room_after(outage, now) for outage in reversed(limiting(now - SLOW_FOR))}


def room_for(transport: str) -> int:
    """Return the same for this transport, inside a transaction: other workers look only after its end, when a claim made in it counts."""
    now = timezone.now()
    outage = next(iter(limiting_locked(now - SLOW_FOR, transport)), None)
    return 1 if outage is None else room_after(outage, now)


@Prepared.of(MOMENT)
def limiting(since: Blank | datetime) -> QuerySet[Outage]:
    """Return the outages that limit letters, if they ended in the `SLOW_FOR` after that moment: those that last first, then the newest."""
    found = Outage.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since, ended_at__lte=since + SLOW_FOR))
    return found.order_by(F("ended_at").desc(nulls_first=True))


@Prepared.of(MOMENT, TEXT)
def limiting_locked(since: Blank, transport: Blank) -> QuerySet[Outage]:
    """Return the one of them that limits this transport, locked until the end of the transaction."""
    return limiting.make(since).filter(transport=transport).select_for_update()[:1]


def room_after(outage: Outage, now: datetime) -> int:
    return max(0, allowed(outage, now) - going(outage, now))


def allowed(outage: Outage, now: datetime) -> int:
    """Return how many letters may go in the time of a sweep so long after this outage; before its end 1, the trial, when it is time."""
    if outage.ended_at is not None:
        return int(SLOW_START * 2 ** ((now - outage.ended_at) / DOUBLED))
    return int(not now < outage.try_at <= now + LONGEST_PAUSE)


def going(outage: Outage, now: datetime) -> int:
    """Return how many letters are just going by its transport, or went since the last sweep and the end of this outage."""
    gone = gone_since(outage.transport, now - A_SWEEP, outage.ended_at) if outage.ended_at else []
    return sum([*gone, *sending_now(outage.transport)])


@Prepared.of(TEXT, MOMENT, MOMENT)
def gone_since(transport: Blank, since: Blank, ended_at: Blank) -> QuerySet[Delivery, int]:
    """Return how many letters went by this transport after the one moment, and not before the other; in one row, or in none for none."""
    gone = Delivery.objects.filter(transport=transport, state=State.SENT, ended_at__gt=since, ended_at__gte=ended_at)
    return how_many(gone.exclude(last_code=WITH_ANOTHER))


@Prepared.of(TEXT)
def sending_now(transport: Blank) -> QuerySet[Delivery, int]:
    """Return how many letters are just going by this transport; in one row, or in none for none."""
    return how_many(Delivery.objects.filter(transport=transport, state=State.SENDING))


def how_many(rows: QuerySet[Delivery]) -> QuerySet[Delivery, int]:
    """Return the number of these rows, as a query."""
    return rows.order_by().values("transport").annotate(count=Count("pk")).values_list("count", flat=True)
