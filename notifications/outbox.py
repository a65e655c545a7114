"""Put something into the outbox: rows in the caller's transaction, nothing more."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from core.tasks import enqueue_after_commit

from .kinds import KINDS
from .models import Delivery, Notice, State
from .telling import Telling
from .transports import all_transports


def notify(
    kind: str,
    user: User | None,
    key: str,
    facts: dict[str, Any],
    not_before: datetime | None = None,
    expires_at: datetime | None = None,
    *,
    address: str = "",
    fresh: bool = False,
) -> Notice | None:
    """Tell `user` (or a stranger at `address`) something, once for every `key`.

    The rows are part of the caller's transaction. Due letters go after its commit, the others when the
    sweep finds them due. Returns the Notice, or None if this key was told before. `fresh`: the key holds the number
    of a row made in this transaction, so nobody can have told it yet, and no savepoint is needed.
    """
    if kind not in KINDS:
        raise LookupError(f"nobody writes letters of the kind {kind}")
    now = timezone.now()
    notice = Notice(kind=kind, user=user, key=key, facts=facts, address=address,
                    not_before=not_before or now, expires_at=expires_at)  # fmt: skip
    if fresh:
        notice.save(force_insert=True)
    elif not insert(notice):
        return None
    ids = deliveries_of(notice)
    if ids and notice.not_before <= now:
        enqueue_after_commit("notifications.tasks.deliver", ids)
    return notice


def hasten(keys: Collection[str]) -> None:
    """Let these letters go at once that were to wait a little for their reader to come by."""
    rows = Delivery.objects.filter(notice__key__in=keys, state=State.PENDING)
    ids = list(rows.values_list("pk", flat=True))
    if ids:
        rows.update(not_before=timezone.now())
        enqueue_after_commit("notifications.tasks.deliver", ids)


def deliveries_of(notice: Notice) -> list[int]:
    """Make a row for each transport that reaches the person; return their numbers."""
    told = Telling.of(notice)
    reached = [name for name, transport in all_transports().items() if transport.reaches(told)]
    first = KINDS[notice.kind].priority
    rows = [Delivery(notice=notice, transport=name, not_before=notice.not_before, priority=first) for name in reached]
    return [row.pk for row in Delivery.objects.bulk_create(rows)]


def insert(notice: Notice) -> bool:
    """Store the notice unless its key is taken; return whether it was stored."""
    try:
        with transaction.atomic():
            notice.save(force_insert=True)
    except IntegrityError:
        if not Notice.objects.filter(key=notice.key).exists():
            raise
        return False
    return True


def was_sent(key: str, since: datetime) -> bool:
    """Return whether a letter of this key left after `since`, so that a similar one can be left out."""
    return Delivery.objects.filter(notice__key=key, state=State.SENT, ended_at__gte=since).exists()
