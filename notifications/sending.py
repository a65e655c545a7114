"""From the outbox to a transport: claim a row, look whether it is still wanted, send, write down how it ended.

A row is claimed by a conditional update, so that two workers never hold the same one. A worker that dies leaves a
lease that runs out; what it did is then unknown, and the same letter (same Message-ID) is sent once more.
"""

import logging
import random
import traceback
import uuid
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from . import stops
from .kinds import KINDS
from .models import OPEN, Delivery, State
from .transports import DeliveryError, all_transports

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
BACK_OFF = (1, 5, 15, 30, 60, 120, 240, 480)
"""Minutes before the next attempt; the last one repeats until the notice expires."""
MOST_ATTEMPTS = 16
UNFORESEEN = 3
"""How often an error of our own is tried again, and how often a row may take a worker down with it."""


def claim(only=None) -> Delivery | None:
    """Take one delivery that is due (one of the ids `only`, when given) for the length of a lease."""
    now, lease = timezone.now(), uuid.uuid4()
    due = Delivery.objects.filter(claimable(), not_before__lte=now)
    if only is not None:
        due = due.filter(pk__in=only)
    if not due.exists():
        return None  # the usual case, and it takes no lock
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        first = due.order_by("not_before", "pk").select_for_update(skip_locked=skip, of=("self",) if skip else ()).first()
        taken = first and due.filter(pk=first.pk).update(
            state=State.SENDING, lease=lease, lease_until=now + LEASE, attempts=F("attempts") + 1
        )
    if not taken:
        return None
    return Delivery.objects.select_related("notice__user").get(pk=first.pk)


def claimable() -> Q:
    """Which rows may be sent: an unknown fate only where a second copy is better than none."""
    again = [kind.name for kind in KINDS.values() if kind.again]
    return Q(state__in=[State.PENDING, State.RETRY]) | Q(state=State.UNKNOWN, notice__kind__in=again)


def release_lost() -> int:
    """Leases that ran out: whoever held them died, before or after the letter went."""
    lost = Delivery.objects.filter(state=State.SENDING, lease_until__lt=timezone.now())
    return lost.exists() and lost.update(state=State.UNKNOWN, lease=None, lease_until=None, last_code="lease-ran-out")


def deliver(delivery: Delivery) -> str:
    """Bring one claimed delivery to an end, or to its next attempt. Whatever goes wrong touches this row only."""
    try:
        state, code = attempt(delivery)
    except DeliveryError as problem:
        state, code = after_refusal(delivery, problem)
    except Exception as error:  # our own bug: it must not hold up the letters of others
        frames = "".join(traceback.format_tb(error.__traceback__))
        logger.error("delivery %s: %s\n%s", delivery.pk, type(error).__name__, frames)
        code = type(error).__name__
        state = State.FAILED if delivery.attempts >= UNFORESEEN else State.RETRY
    close(delivery, state, code)
    return code


def attempt(delivery: Delivery) -> tuple[str, str]:
    """Look, write, send: the state it ends in, and why."""
    notice = delivery.notice
    if notice.expires_at and notice.expires_at <= timezone.now():
        return State.EXPIRED, "too-late"
    if delivery.last_code == "lease-ran-out" and delivery.attempts > UNFORESEEN:
        return State.FAILED, "takes-workers-down"
    transport = all_transports()[delivery.transport]
    kind = KINDS[notice.kind]
    if stops.is_stopped(notice, kind.category):
        return State.CANCELLED, "stopped"
    delivery.address = transport.address(notice)
    if not delivery.address:
        return State.CANCELLED, "no-address"
    letter = kind.write(notice)
    if letter is None:
        return State.CANCELLED, "no-longer-wanted"
    if not renew(delivery):
        return State.UNKNOWN, "taken-over"
    transport.send(letter, delivery)
    return State.SENT, ""


def after_refusal(delivery: Delivery, problem: DeliveryError) -> tuple[str, str]:
    """What becomes of a delivery that the transport did not take."""
    if problem.permanent or delivery.attempts >= MOST_ATTEMPTS:
        return State.FAILED, problem.code
    return (State.UNKNOWN if problem.unknown else State.RETRY), problem.code


def renew(delivery: Delivery) -> bool:
    """Still ours? Then keep it while the letter travels."""
    mine = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease)
    return mine.update(lease_until=timezone.now() + LEASE) == 1


def close(delivery: Delivery, state: str, code: str) -> bool:
    """Write down the end of an attempt, unless somebody else took the row over meanwhile."""
    now = timezone.now()
    changes = {"state": state, "last_code": code[:60], "address": delivery.address, "lease": None, "lease_until": None}
    if state in OPEN:
        changes["not_before"] = now + pause(delivery.attempts)
    else:
        changes["ended_at"] = now
    return Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease).update(**changes) == 1


def pause(attempts: int) -> timedelta:
    """How long to wait after so many attempts; a little uneven, so that a crowd does not come back at once."""
    minutes = BACK_OFF[min(attempts, len(BACK_OFF)) - 1]
    return timedelta(minutes=minutes * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
