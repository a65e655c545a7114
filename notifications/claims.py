"""Choose the next letters, and claim each letter with a lease. The readers' data is loaded in bulk and used for a few seconds only."""

import time
import uuid
from collections.abc import Collection, Hashable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.prepared import MOMENT, NUMBER, TEXT, UNIQUE, Blank, Prepared, PreparedUpdate

from . import bounces, delivery_times, home, relay_breaker, unsubscribing
from .kinds import KINDS, Role
from .models import OPEN, Claimed, Delivery, Preference, State, Stop

LEASE = timedelta(minutes=5)
RAN_OUT = "lease-ran-out"
LOST = timedelta(minutes=10)
"""The delay added for each further worker that died while sending the same letter."""
MAX_READ, FRESH = 40, 5.0
"""The number of rows read at once, and the seconds for which the data loaded with the rows is used. Letters use fresh data."""
ROUNDS = 8
"""The maximum number of queries while the rows belong to few people. Each query excludes people already seen."""
NOBODY = Q(pk__in=[])
TRIES = 3
"""The maximum number of times that a worker reads again after other workers took all rows."""


def claimable() -> Q:
    """Return the condition for rows that may be sent. A letter that may have been sent already is sent only if its kind allows `again`."""
    again = [kind.name for kind in KINDS.values() if kind.again]
    return Q(state__in=OPEN) & (~Q(state=State.UNKNOWN) | Q(fate="", notice__kind__in=again))  # the index has OPEN as its condition


def kinds_and_settings() -> Hashable:
    return home.settings_here(), tuple((kind.name, kind.again, kind.role) for kind in KINDS.values())


def due_at(now: datetime | Blank) -> QuerySet[Delivery]:
    """Return the deliveries due at a time that this site may send and whose transport is not down."""
    return Delivery.objects.filter(
        claimable(), home.may_go(), ~Exists(relay_breaker.blocking_outage(OuterRef("transport"), now)), not_before__lte=now
    )


def claim(pk: int | None = None) -> Claimed | None:
    """Claim the due delivery with id `pk`, or by default the most urgent; return None if nothing is due."""
    return Ahead(1, pk).claim()


def release_lost() -> int:
    """Release leases that expired because a worker died, and shorten leases set by a fast clock. Return the number released."""
    now, count = timezone.now(), 0
    for row in lost(now):
        if row.lease_until and row.lease_until > now:
            Delivery.objects.filter(pk=row.pk, lease=row.lease).update(lease_until=now + LEASE)
            continue
        deaths = in_a_row(row.last_code, RAN_OUT) + 1  # each death lengthens the wait, in case the letter kills the worker
        later = {"not_before": now + LOST * (deaths - 1), "lease": None, "lease_until": None, "last_code": f"{RAN_OUT} {deaths}"}
        count += Delivery.objects.filter(pk=row.pk, lease=row.lease).update(state=State.UNKNOWN, **later)
    return count


def in_a_row(last_code: str, code: str) -> int:
    """Return how many attempts in a row ended with `code`; a last code of "KeyError 2" means two."""
    name, _, times = last_code.partition(" ")
    return (int(times) if times.isdecimal() else 1) if name == code else 0


def lost(now: datetime) -> QuerySet[Delivery]:
    """Return the rows whose lease has expired, or ends later than any lease granted now, as after a fast clock."""
    return Delivery.objects.filter(Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE), state=State.SENDING)


@PreparedUpdate.of(NUMBER, TEXT, TEXT, MOMENT, NUMBER, UNIQUE, MOMENT, NUMBER, TEXT)
def claimed_row(
    pk: Blank, state: Blank, fate: Blank, not_before: Blank, attempts: Blank, lease: Blank, until: Blank, member: Blank, category: Blank
) -> tuple[QuerySet[Delivery], dict[str, Any]]:
    as_read = Delivery.objects.filter(pk=pk, lease=None, state=state, fate=fate, not_before=not_before, attempts=attempts)
    stopped = Exists(Stop.objects.filter(user=member, category=category))
    return as_read.filter(~stopped), {"state": State.SENDING, "lease": lease, "lease_until": until, "attempts": F("attempts") + 1}


def claim_row(row: Delivery, lease: uuid.UUID, member: int | None = None, category: str = "") -> bool:
    """Claim a row and return True; return False if the row changed since it was read, or the member has stopped the category."""
    until = timezone.now() + LEASE
    if claimed_row(row.pk, row.state, row.fate, row.not_before, row.attempts, lease, until, member, category) != 1:
        return False
    row.state, row.lease, row.lease_until, row.attempts = State.SENDING, lease, until, row.attempts + 1
    return True


def to_ask(row: Delivery) -> tuple[int, str] | tuple[()]:
    """Return the (member id, category) for which the claim must check that letters are not stopped; () if no check is needed."""
    category = unsubscribing.category_of(row.notice)
    if row.notice.user is None or unsubscribing.is_category_stopped(row.notice, category):
        return ()  # a stranger's stops are checked when the letter is written; a stopped letter is claimed, to be cancelled
    return row.notice.user.pk, category


class Ahead:
    """A queue of due rows, the most urgent first and one row per person, so that one person's thousand letters delay nobody else's."""

    def __init__(self, most: int = MAX_READ, pk: int | None = None):
        self.rows: list[Claimed] = []
        self.room: dict[str, int] = {}
        self.most, self.pk, self.read_at = most, pk, 0.0
        self.had_theirs: set[tuple[Any, ...]] = set()
        """People served while other people's rows were not yet read. The next read begins with those other people."""

    def claim(self) -> Claimed | None:
        """Claim and return the next delivery; None if nothing is due."""
        for _ in range(TRIES):
            if not self.rows or time.monotonic() - self.read_at > FRESH:
                self.read()
            if not self.rows:
                return None
            while self.rows:
                row = self.rows.pop(0)
                if self.take(row):
                    return row
        return None

    def take(self, row: Claimed) -> bool:
        """Claim a row. After an outage, workers claim one after another, so that each worker counts the letters of all workers."""
        if row.transport not in self.room:
            return claim_row(row, uuid.uuid4(), *to_ask(row))
        if self.room[row.transport] <= 0:
            return False
        with transaction.atomic():
            self.room[row.transport] = relay_breaker.room_for(row.transport)
            return self.room[row.transport] > 0 and claim_row(row, uuid.uuid4(), *to_ask(row))

    def forget(self) -> None:
        """Read the rows again before the next claim, because a failure affects more than one letter."""
        self.rows = []

    def read(self) -> None:
        """Read the most urgent rows, and the remaining quota of each transport that is or was down."""
        self.read_at, self.room = time.monotonic(), relay_breaker.room_now()
        rows = rows_of(self.next_ones() if self.pk is None else [self.pk])
        self.rows = [row for row in rows if self.room.get(row.transport, 1) > 0]

    def next_ones(self) -> list[int]:
        """Return the ids of the most urgent rows, one per person and transport, because the result of one letter affects the next."""
        first: dict[tuple[Any, ...], int] = {}
        for _ in range(ROUNDS):
            room, had = self.most - len(first), self.had_theirs | first.keys()
            now, closed = timezone.now(), [name for name, quota in self.room.items() if quota <= 0]
            rows = list(most_urgent.make(now, closed, of_people(had))) if had else most_urgent(now, closed)
            for pk, *whom in rows[:room]:
                first.setdefault(tuple(whom), pk)
            if len(rows) < room or len(first) >= self.most:  # no more rows exist, or no more are needed: everyone takes part again
                waited, self.had_theirs = bool(self.had_theirs), set()
                return list(first.values()) if first or not waited else self.next_ones()
        self.had_theirs |= first.keys()
        return list(first.values())


@Prepared.of(MOMENT, TEXT, depends_on=kinds_and_settings)
def most_urgent(now: Blank, closed: list[Blank], left_out: Q = NOBODY) -> QuerySet[Delivery, tuple[int, str, int | None, str]]:
    """Return (row id, transport, member id, stranger's address) of the most urgent rows, without those of closed transports."""
    rows = due_at(now).exclude(transport__in=closed).exclude(left_out).order_by("priority", "not_before", "pk")
    return rows.values_list("pk", "transport", "notice__user", "notice__address")[:MAX_READ]


def of_people(readers: Collection[tuple[str, int | None, str]]) -> Q:
    condition = NOBODY
    for transport in {transport for transport, *_ in readers}:
        members = [user for way, user, _ in readers if way == transport and user is not None]
        strangers = [address for way, user, address in readers if way == transport and user is None]
        theirs = Q(notice__user__in=members) | Q(notice__user=None, notice__address__in=strangers)
        condition |= Q(theirs, transport=transport)
    return condition


def rows_of(pks: list[int]) -> list[Claimed]:
    """Return the given deliveries that are still due, in order, with the readers' stops, preferences and working addresses."""
    now = timezone.now()
    rows = {row.pk: row for row in still_due(now, pks, now - delivery_times.A_DAY, now + delivery_times.TOGETHER)}
    ordered: list[Claimed] = [rows[pk] for pk in pks if pk in rows]
    readers: list[Any] = [row.notice.user for row in ordered if row.notice.user]
    keys = [reader.pk for reader in readers]
    stops, wishes, living = stops_of(keys), preferences_of(keys), addresses_of(keys)
    for reader in readers:  # like Django's own prefetch, whose queries would be built anew each time
        reader._prefetched_objects_cache = {"stops": rows_for(reader.pk, stops), "preferences": rows_for(reader.pk, wishes)}
        reader.living_addresses = rows_for(reader.pk, living)
    return ordered


def rows_for(user: int, rows: list[Any]) -> list[Any]:
    return [row for row in rows if row.user_id == user]


@Prepared.of(NUMBER)
def stops_of(users: Any) -> QuerySet[Stop]:
    return Stop.objects.filter(user__pk__in=users)


@Prepared.of(NUMBER)
def preferences_of(users: Any) -> QuerySet[Preference]:
    return Preference.objects.filter(user__pk__in=users)


@Prepared.of(NUMBER)
def addresses_of(users: Any) -> QuerySet[EmailAddress]:
    return bounces.working_addresses().filter(user__pk__in=users)


@Prepared.of(MOMENT, NUMBER, MOMENT, MOMENT, depends_on=kinds_and_settings)
def still_due(now: Blank, pks: Any, a_day_ago: Blank, soon: Blank) -> QuerySet[Claimed]:
    company = about_to_go(OuterRef("notice__user"), OuterRef("transport"), turn_kinds(), soon).exclude(pk=OuterRef("pk"))
    return due_at(now).filter(pk__in=pks).select_related("notice__user").annotate(
        letters_lately=Coalesce(counted(delivery_times.letters_since(OuterRef("notice__user"), a_day_ago)), 0),
        has_company=Exists(company),
        was_shut=Exists(relay_breaker.open_outages(OuterRef("transport"))),
    )  # fmt: skip


def counted(rows: QuerySet[Delivery]) -> Subquery:
    return Subquery(rows.order_by().annotate(one=Value(1)).values("one").annotate(count=Count("pk")).values("count"), IntegerField())


def about_to_go(user: int | OuterRef | None, transport: str | OuterRef, kinds: list[str], soon: datetime | Blank) -> QuerySet[Delivery]:
    """Return a person's deliveries of the given kinds and transport that are due by `soon` or wait to be combined."""
    near = Delivery.objects.filter(claimable(), transport=transport, notice__user=user, notice__kind__in=kinds)
    return near.filter(Q(not_before__lte=soon) | Q(last_code=delivery_times.WITH_OTHERS))


def turn_kinds() -> list[str]:
    """Return the kinds that a single letter can combine, because the letter lists all waiting tables."""
    return [kind.name for kind in KINDS.values() if kind.role in (Role.TURN, Role.REMINDER)]
