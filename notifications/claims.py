"""Choose the next letter and claim it: a conditional update claims a row for the length of a lease.

Readers, addresses and wishes are loaded with the next few rows at once: a query for each would cost more than the
letter. The rows are for different people, each is claimed by itself just before it goes, and the loaded data is used for
a moment only. The content of a letter is read when it is written.
"""

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
"""How much longer a letter waits for each worker that died of it, or while it held it."""
MOST, FRESH = 40, 5.0
"""How many rows are read at once, and for how many seconds they are used: wishes and addresses, never the content of a letter."""
ROUNDS = 8
"""How often more rows are looked up when those found are of a few people: each time without theirs."""
NOBODY = Q(pk__in=[])
TRIES = 3
"""How often a worker reads again after others took all its rows; then it stops."""


def claimable() -> Q:
    """Return which rows may be sent. If nobody knows whether a letter went, only those where a second copy is better than none."""
    again = [kind.name for kind in KINDS.values() if kind.again]
    return Q(state__in=OPEN) & (~Q(state=State.UNKNOWN) | Q(fate="", notice__kind__in=again))  # the index of what is due says OPEN


def kinds_and_settings() -> Hashable:
    """Return what the queries of this module depend on."""
    return home.settings_here(), tuple((kind.name, kind.again, kind.role) for kind in KINDS.values())


def due_now() -> QuerySet[Delivery]:
    """Return what is to be sent now: the way is open and the site is not quiet."""
    return due_at(timezone.now())


def due_at(now: datetime | Blank) -> QuerySet[Delivery]:
    """Return what is to be sent at this moment."""
    return Delivery.objects.filter(
        claimable(), home.may_go(), ~Exists(relay_breaker.blocking_outage(OuterRef("transport"), now)), not_before__lte=now
    )


def claim(pk: int | None = None) -> Claimed | None:
    """Claim one due delivery: number `pk` if given, else the most urgent."""
    return Ahead(1, pk).claim()


def release_lost() -> int:
    """Release leases that ran out, since their worker died before or after the letter went; return how many.

    A row that was lost before waits longer each time, in case its letter is what kills the worker. A lease that begins in the future was
    given by a clock that went ahead: it is over after the time of a lease from now.
    """
    now, count = timezone.now(), 0
    for row in lost(now, now + 2 * LEASE):
        if row.lease_until and row.lease_until > now:
            Delivery.objects.filter(pk=row.pk, lease=row.lease).update(lease_until=now + LEASE)
            continue
        deaths = in_a_row(row.last_code, RAN_OUT) + 1
        later = {"not_before": now + LOST * (deaths - 1), "lease": None, "lease_until": None, "last_code": f"{RAN_OUT} {deaths}"}
        count += Delivery.objects.filter(pk=row.pk, lease=row.lease).update(state=State.UNKNOWN, **later)
    return count


def in_a_row(last_code: str, code: str) -> int:
    """Return how often this code ended the attempts up to now, one after the other: "KeyError 2" was the second in a row."""
    name, _, times = last_code.partition(" ")
    return (int(times) if times.isdecimal() else 1) if name == code else 0


@Prepared.of(MOMENT, MOMENT)
def lost(now: Blank, too_late: Blank) -> QuerySet[Delivery]:
    """Return the rows whose lease ran out, or would end later than any does that was given by now."""
    return Delivery.objects.filter(Q(lease_until__lt=now) | Q(lease_until__gt=too_late), state=State.SENDING)


@PreparedUpdate.of(NUMBER, TEXT, TEXT, MOMENT, NUMBER, UNIQUE, MOMENT)
def claimed_row(
    pk: Blank, state: Blank, fate: Blank, not_before: Blank, attempts: Blank, lease: Blank, until: Blank
) -> tuple[QuerySet[Delivery], dict[str, Any]]:
    """Take the row for this lease, unless it changed since it was read."""
    as_read = Delivery.objects.filter(pk=pk, lease=None, state=state, fate=fate, not_before=not_before, attempts=attempts)
    return as_read, {"state": State.SENDING, "lease": lease, "lease_until": until, "attempts": F("attempts") + 1}


@PreparedUpdate.of(*claimed_row.kinds, NUMBER, TEXT)
def claimed_row_unless_stopped(*values: Blank) -> tuple[QuerySet[Delivery], dict[str, Any]]:
    """Take the row, unless this member (the last but one value) has stopped letters of this category."""
    rows, taken = claimed_row.make(*values[:-2])
    return rows.filter(~Exists(Stop.objects.filter(user=values[-2], category=values[-1]))), taken


def claim_row(row: Delivery, lease: uuid.UUID, *stop: Any) -> bool:
    """Take this row, unless it changed since it was read, or its reader has stopped such letters (see `to_ask`); return success."""
    until = timezone.now() + LEASE
    take = claimed_row_unless_stopped if stop else claimed_row
    if take(row.pk, row.state, row.fate, row.not_before, row.attempts, lease, until, *stop) != 1:
        return False
    row.state, row.lease, row.lease_until, row.attempts = State.SENDING, lease, until, row.attempts + 1
    return True


def to_ask(row: Delivery) -> tuple[int, str] | tuple[()]:
    """Return (member, category) if the member may have stopped such letters since the row was read. The claim itself checks it."""
    category = unsubscribing.category_of(row.notice)
    if row.notice.user is None or unsubscribing.is_category_stopped(row.notice, category):
        return ()  # strangers are looked up when the letter is written; stopped letters are claimed, to be cancelled
    return row.notice.user.pk, category


class Ahead:
    """What is due, most urgent first, read a few at a time: one letter for each person, so that nobody's thousand hold up the others."""

    def __init__(self, most: int = MOST, pk: int | None = None):
        self.rows: list[Claimed] = []
        self.room: dict[str, int] = {}
        self.most, self.pk, self.read_at = most, pk, 0.0
        self.had_theirs: set[tuple] = set()
        """Who had their letter although others were not looked up yet: the next time these others come first."""

    def claim(self) -> Claimed | None:
        """Return the next delivery, claimed; None if nothing is due."""
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
        """Claim this row; by a transport that was down workers claim one after the other, and each counts what all of them send."""
        if row.transport not in self.room:
            return claim_row(row, uuid.uuid4(), *to_ask(row))
        if self.room[row.transport] <= 0:
            return False
        with transaction.atomic():
            self.room[row.transport] = relay_breaker.room_for(row.transport)
            return self.room[row.transport] > 0 and claim_row(row, uuid.uuid4(), *to_ask(row))

    def forget(self) -> None:
        """Read again before the next claim: something went wrong that concerns more than one letter."""
        self.rows = []

    def read(self) -> None:
        """Read the most urgent rows, and how many may go by a transport that was down."""
        self.read_at, self.room = time.monotonic(), relay_breaker.room_now()
        rows = rows_of(self.next_ones() if self.pk is None else [self.pk])
        self.rows = [row for row in rows if self.room.get(row.transport, 1) > 0]

    def next_ones(self) -> list[int]:
        """Return the most urgent rows, one per person and transport: what happens to the first affects the second."""
        first: dict[tuple, int] = {}
        for _ in range(ROUNDS):
            room = self.most - len(first)
            rows = self.urgent_for_others(self.had_theirs | first.keys())[:room]
            for pk, *whom in rows:
                first.setdefault(tuple(whom), pk)
            if len(rows) < room or len(first) >= self.most:
                return self.all_of_them(first)
        self.had_theirs |= first.keys()
        return list(first.values())

    def urgent_for_others(self, had: Collection[tuple[str, int | None, str]]) -> list[tuple[int, str, int | None, str]]:
        """Return what is most urgent for all but these people."""
        now, closed = timezone.now(), [name for name, left in self.room.items() if left <= 0]
        return list(most_urgent.make(now, closed, of_people(had))) if had else most_urgent(now, closed)

    def all_of_them(self, first: dict[tuple, int]) -> list[int]:
        """Return these rows: there are no more, or no more are wanted. Those who had theirs take part again."""
        waited, self.had_theirs = bool(self.had_theirs), set()
        return list(first.values()) if first or not waited else self.next_ones()


@Prepared.of(MOMENT, TEXT, depends_on=kinds_and_settings)
def most_urgent(now: Blank, closed: list[Blank], left_out: Q = NOBODY) -> QuerySet[Delivery, tuple[int, str, int | None, str]]:
    """Return (row, transport, member, stranger's address) of the most urgent, but of none by a closed transport."""
    found = due_at(now).exclude(transport__in=closed).exclude(left_out).order_by("priority", "not_before", "pk")
    return found.values_list("pk", "transport", "notice__user", "notice__address")[:MOST]


def of_people(people: Collection[tuple[str, int | None, str]]) -> Q:
    """Return which rows go by these transports to these people: (transport, member or None, address of a stranger)."""
    found = NOBODY
    for transport in {transport for transport, *_ in people}:
        members = [user for way, user, _ in people if way == transport and user is not None]
        strangers = [address for way, user, address in people if way == transport and user is None]
        theirs = Q(notice__user__in=members) | Q(notice__user=None, notice__address__in=strangers)
        found |= Q(theirs, transport=transport)
    return found


def rows_of(pks: list[int]) -> list[Claimed]:
    """Return these deliveries in this order, if still due, with everything that can be loaded for several at once."""
    now = timezone.now()
    found = {row.pk: row for row in still_due(now, pks, now - delivery_times.A_DAY, now + delivery_times.TOGETHER)}
    ordered: list[Claimed] = [found[pk] for pk in pks if pk in found]
    load_with([row.notice.user for row in ordered if row.notice.user])
    return ordered


def load_with(readers: list[Any]) -> None:
    """Load with these people what they have stopped, their preferences and the addresses that letters may go to."""
    keys = [reader.pk for reader in readers]
    stops, wishes, living = stops_of(keys), preferences_of(keys), addresses_of(keys)
    for reader in readers:  # as Django's own prefetch leaves it, whose queries are built anew each time
        reader._prefetched_objects_cache = {"stops": rows_for(reader.pk, stops), "preferences": rows_for(reader.pk, wishes)}
        reader.living_addresses = rows_for(reader.pk, living)


def rows_for(user: int, rows: list[Any]) -> list[Any]:
    """Return those of these rows that belong to this person."""
    return [row for row in rows if row.user_id == user]


@Prepared.of(NUMBER)
def stops_of(users: Any) -> QuerySet[Stop]:
    """Return what these people have stopped."""
    return Stop.objects.filter(user__pk__in=users)


@Prepared.of(NUMBER)
def preferences_of(users: Any) -> QuerySet[Preference]:
    """Return what these people have said about their letters."""
    return Preference.objects.filter(user__pk__in=users)


@Prepared.of(NUMBER)
def addresses_of(users: Any) -> QuerySet[EmailAddress]:
    """Return the addresses of these people that letters may go to, the primary first."""
    return bounces.working_addresses().filter(user__pk__in=users)


@Prepared.of(MOMENT, NUMBER, MOMENT, MOMENT, depends_on=kinds_and_settings)
def still_due(now: Blank, pks: Any, a_day_ago: Blank, soon: Blank) -> QuerySet[Claimed]:
    """Return those of these deliveries that are due, with their readers and what is to be known of each."""
    company = about_to_go(OuterRef("notice__user"), OuterRef("transport"), turn_kinds(), soon).exclude(pk=OuterRef("pk"))
    return due_at(now).filter(pk__in=pks).select_related("notice__user").annotate(
        letters_lately=Coalesce(counted(delivery_times.letters_since(OuterRef("notice__user"), a_day_ago)), 0),
        has_company=Exists(company),
        was_shut=Exists(relay_breaker.open_outages(OuterRef("transport"))),
    )  # fmt: skip


def counted(rows: QuerySet) -> Subquery:
    """Return the number of these rows as a subquery."""
    return Subquery(rows.order_by().annotate(one=Value(1)).values("one").annotate(count=Count("pk")).values("count"), IntegerField())


def about_to_go(user: int | OuterRef | None, transport: str | OuterRef, kinds: list[str], soon: datetime | Blank) -> QuerySet[Delivery]:
    """Return deliveries of these kinds to this person, this way, that are due by that moment or wait for a letter with others."""
    near = Delivery.objects.filter(claimable(), transport=transport, notice__user=user, notice__kind__in=kinds)
    return near.filter(Q(not_before__lte=soon) | Q(last_code=delivery_times.WITH_OTHERS))


def turn_kinds() -> list[str]:
    """Return the kinds that one letter can tell together, since it lists all tables that wait."""
    return [kind.name for kind in KINDS.values() if kind.role in (Role.TURN, Role.REMINDER)]
