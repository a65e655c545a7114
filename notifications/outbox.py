"""Put notices into the outbox, as rows in the caller's transaction."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedInsert
from core.tasks import enqueue_after_commit

from .kinds import KINDS, Facts, KindName
from .models import Delivery, Notice, State
from .telling import Telling
from .transports import all_transports

_gathered: ContextVar[list[Notice] | None] = ContextVar("gathered", default=None)
insert_notice, insert_delivery = PreparedInsert(Notice), PreparedInsert(Delivery)
insert_new_notice = PreparedInsert(Notice, unless_taken=True)


def notify(
    kind: KindName[Facts],
    user: User | None,
    key: str,
    facts: Facts,
    not_before: datetime | None = None,
    expires_at: datetime | None = None,
    *,
    address: str = "",
    fresh: bool = False,
) -> Notice | None:
    """Notify `user` (or a stranger at `address`) once per `key`; return None if the key already exists.

    The rows are part of the caller's transaction. Due letters are sent after the commit, later letters by the sweep. The key of a `fresh`
    notice contains the id of a row created in the same transaction, so the key cannot exist and no savepoint is needed.
    """
    if kind not in KINDS:
        raise LookupError(f"nobody writes letters of the kind {kind}")
    now = timezone.now()
    notice = Notice(kind=kind, user=user, key=key, facts=facts, address=address,
                    not_before=not_before or now, expires_at=expires_at)  # fmt: skip
    if fresh and (waiting := _gathered.get()) is not None:
        waiting.append(notice)
        return notice
    if not insert(notice, fresh):
        return None
    send_soon([notice], now)
    return notice


@contextmanager
def gathered() -> Iterator[None]:
    """Store all fresh notices of a block when the block ends; store none if the block raises. Use within one transaction."""
    notices: list[Notice] = []
    token = _gathered.set(notices)
    try:
        yield
    finally:
        _gathered.reset(token)
    Notice.objects.bulk_create(notices)
    send_soon(notices, timezone.now())


def send_soon(notices: Sequence[Notice], now: datetime) -> None:
    rows: list[Delivery] = []
    for notice in notices:
        telling, priority = Telling.of(notice), KINDS[notice.kind].priority
        reached = [name for name, transport in all_transports().items() if transport.reaches(telling)]
        rows += [Delivery(notice=notice, transport=name, not_before=notice.not_before, priority=priority) for name in reached]
    if len(notices) == 1:
        for row in rows:
            insert_delivery(row)
    else:
        rows = Delivery.objects.bulk_create(rows)
    ids = [row.pk for row in rows if row.not_before <= now]
    if ids:
        enqueue_after_commit("notifications.tasks.deliver", ids)


def hasten(keys: Collection[str]) -> None:
    """Send the pending letters with the given keys now instead of after a delay."""
    rows = Delivery.objects.filter(notice__key__in=keys, state=State.PENDING)
    ids = list(rows.values_list("pk", flat=True))
    if ids:
        rows.update(not_before=timezone.now())
        enqueue_after_commit("notifications.tasks.deliver", ids)


def insert(notice: Notice, fresh: bool) -> bool:
    """Store the notice; return False if the key is taken. The key of a `fresh` notice cannot be taken."""
    if fresh:
        return insert_notice(notice)
    if insert_new_notice(notice):
        return True
    if not Notice.objects.filter(key=notice.key).exists():  # SQLite silently leaves out rows that break any constraint
        raise IntegrityError(f"the notice {notice.key} cannot be stored")
    return False


def told_already(keys: Collection[str]) -> set[str]:
    return set(Notice.objects.filter(key__in=keys).values_list("key", flat=True))


def was_sent(key: str, since: datetime) -> bool:
    """Return whether a letter with the key was sent after `since`, so that a similar letter can be left out."""
    return Delivery.objects.filter(notice__key=key, state=State.SENT, ended_at__gte=since).exists()


def is_under_way(key: str) -> bool:
    given_up = (State.FAILED, State.CANCELLED, State.EXPIRED)
    return Delivery.objects.filter(notice__key=key).exclude(state__in=given_up).exists()
