"""From the outbox to a transport: look whether a claimed row is still wanted, send, write down how it ended.

A row is claimed by a conditional update (`claims`), so that two workers never hold the same one. A worker that dies leaves
a lease that runs out; what it did is then unknown, and the same letter (same Message-ID) is sent once more.
"""

import logging
import random
import traceback
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from core.infrastructure import SERVERS
from core.prepared import MOMENT, NUMBER, TEXT, UNIQUE, Blank, PreparedUpdate

from . import claims, delivery_times, passing, relay_breaker, unsubscribing
from .bounces import HELD_FOR
from .kinds import KINDS, Kind, Role
from .models import OPEN, Claimed, Delivery, State
from .telling import Letter, Telling
from .transports import DeliveryError, Transport, all_transports

logger = logging.getLogger(__name__)

FRESH = timedelta(minutes=1)
BACK_OFF = (1, 5, 15, 30, 60, 120, 240, 480)
"""Minutes before the next attempt; the last one repeats until the notice expires."""
MOST_ATTEMPTS = 16
UNFORESEEN, DEADLY = 3, 6
"""How often an error of our own is tried again, and how often a row may take a worker down with it: workers die of other things, too."""


def deliver(delivery: Claimed) -> str:
    """Bring one claimed delivery to an end, or to its next attempt. Whatever goes wrong touches this row only."""
    others: list[Delivery] = []
    try:
        state, code = attempt(delivery, others)
    except delivery_times.Later as later:
        put_off(delivery, later.at, later.code)
        return later.code
    except DeliveryError as problem:
        state, code = after_refusal(delivery, problem)
        if problem.crowded or problem.ours:
            relay_breaker.note_crowded(delivery.address)
        if problem.ours:  # one receiver alone cannot do it five times in a row: it is crowded now
            relay_breaker.note_failure(delivery.transport, code)
        if problem.down:
            relay_breaker.note_failure(delivery.transport, code)
            return put_all_off([delivery, *others], code)
    except SERVERS as error:
        logger.error("delivery %s waits: %s", delivery.pk, type(error).__name__)
        return put_all_off([delivery, *others], "not-now")
    except Exception as error:  # our own bug: it must not hold up the letters of others
        if passing.passes(error):
            put_off(delivery, timezone.now() + passing.AGAIN, passing.NOT_NOW)
            return passing.NOT_NOW
        state, code = after_bug(delivery, error)
    if state == State.SENT:
        relay_breaker.note_success(delivery.transport, delivery.was_shut)
    close_together(delivery, others, state, code)
    return code


def close_together(delivery: Delivery, others: list[Delivery], state: str, code: str) -> None:
    """Store what became of a delivery, and of those that were told in the same letter."""
    close_delivery(delivery, state, code)
    for other in others:
        other.address = delivery.address
        close_delivery(other, state, delivery_times.WITH_ANOTHER if state == State.SENT else code)


def after_bug(delivery: Delivery, error: Exception) -> tuple[str, str]:
    """Log an error of our own, without its text: that may be private. The state and code that the delivery gets."""
    code = type(error).__name__
    logger.error("delivery %s: %s\n%s", delivery.pk, code, "".join(traceback.format_tb(error.__traceback__)))
    return State.FAILED if delivery.attempts >= UNFORESEEN else State.RETRY, code


def attempt(delivery: Claimed, others: list[Delivery]) -> tuple[str, str]:
    """Look, write, send: the state it ends in, and why. `others` are told in the same letter. May raise Later."""
    if delivery.notice.expires_at and delivery.notice.expires_at <= timezone.now():
        return State.EXPIRED, "too-late"
    if delivery.last_code == "lease-ran-out" and delivery.attempts > DEADLY:
        return State.FAILED, "takes-workers-down"
    notice = Telling.of(delivery.notice)
    transport, kind = all_transports()[delivery.transport], KINDS[notice.kind]
    if why := why_unwanted(delivery, notice, kind, transport):
        return State.CANCELLED, why
    letter = write_letter(notice)
    if letter is None:
        return State.CANCELLED, "no-longer-wanted"
    if transport.keeps_hours and kind.role == Role.TURN:
        others += told_along(delivery)
    along, news = [Telling.of(other.notice) for other in others], news_of_the_day(delivery) if notice.day else []
    others += [other for other, _ in news]
    if others:  # once more, now that it speaks for them too
        letter = write_letter(Telling.of(delivery.notice, along, [said for _, said in news])) or letter
    if not renew_lease(delivery):
        return State.UNKNOWN, "taken-over"
    transport.send(letter, delivery)
    return State.SENT, f"{delivery_times.OF_THE_DAY} {notice.day}" if notice.day else ""


def write_letter(notice: Telling) -> Letter | None:
    """The letter as of now, with its times in the reader's zone."""
    with timezone.override(notice.user.time_zone if notice.user else None):
        return KINDS[notice.kind].write(notice)


def why_unwanted(delivery: Claimed, notice: Telling, kind: Kind, transport: Transport) -> str:
    """Why nobody is to be told this way, or "". Raises Later when they are, but not now."""
    if unsubscribing.is_stopped(notice, kind.category):
        return "stopped"
    wishes = delivery_times.wishes_for(notice, kind) if transport.keeps_hours else None
    if not delivery_times.is_wanted(wishes, kind):
        return "reminders-only"
    delivery.address = transport.address(notice)
    if not delivery.address:
        return "no-address"
    if transport.keeps_hours:
        delivery_times.check_time(delivery, notice, kind, wishes)
        if until := relay_breaker.crowded_until(delivery.address):
            raise delivery_times.Later(until, "crowded")
    return ""


def told_along(delivery: Claimed) -> list[Delivery]:
    """Other turns and reminders of the same person that are about to go: the letter lists all tables that wait."""
    if not delivery.has_company:
        return []
    ready = others_about_to_go(delivery, claims.turn_kinds())
    found = [other for other in ready[: delivery_times.MOST_TOGETHER] if KINDS[other.notice.kind].deadline(Telling.of(other.notice))]
    return [other for other in found if claims.claim_row(other, delivery.held_under)]


def others_about_to_go(delivery: Delivery, kinds: list[str]) -> QuerySet[Delivery]:
    """Others of these kinds that are about to go to the same person, in their order."""
    found = claims.about_to_go(delivery.notice.user_id, delivery.transport, kinds).exclude(pk=delivery.pk)
    return found.select_related("notice__user").order_by("not_before", "pk")


def news_of_the_day(delivery: Delivery) -> list[tuple[Delivery, Letter]]:
    """What else was to wait for the letter of the day, and what each would have said: they become lines of this one."""
    ready = others_about_to_go(delivery, [kind.name for kind in KINDS.values() if kind.role == Role.NEWS])
    waiting = [(other, Telling.of(other.notice), KINDS[other.notice.kind]) for other in ready[: delivery_times.MOST_NEWS]]
    wanted = [(other, notice, kind) for other, notice, kind in waiting if delivery_times.waits_for_the_day(notice, kind)]
    news = [(other, write_letter(notice)) for other, notice, kind in wanted if not unsubscribing.is_stopped(notice, kind.category)]
    return [(other, said) for other, said in news if said and claims.claim_row(other, delivery.held_under)]


def put_all_off(rows: list[Delivery], code: str) -> str:
    """The way is closed for everyone, or something is away that we need: these wait a moment, and it does not count as an attempt."""
    for row in rows:
        put_off(row, timezone.now() + timedelta(minutes=1), code)
    return code


def put_off(delivery: Delivery, until: datetime, code: str) -> bool:
    """Back to waiting."""
    mine = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease)
    changes = {"state": State.PENDING, "not_before": until, "last_code": code, "lease": None, "lease_until": None}
    return mine.update(attempts=F("attempts") - 1, **changes) == 1


def after_refusal(delivery: Delivery, problem: DeliveryError) -> tuple[str, str]:
    """What becomes of a delivery that the transport did not take."""
    if problem.ours:
        logger.error("delivery %s: refused because of us: %s", delivery.pk, problem.code)
        return (State.HELD if delivery.attempts <= len(HELD_FOR) else State.FAILED), problem.code
    if problem.permanent or delivery.attempts >= MOST_ATTEMPTS:
        return State.FAILED, problem.code
    return (State.UNKNOWN if problem.unknown else State.RETRY), problem.code


def renew_lease(delivery: Delivery) -> bool:
    """Still ours? Then keep it while the letter travels. A lease that has just begun nobody else can have taken."""
    if delivery.lease_until and delivery.lease_until - timezone.now() > claims.LEASE - FRESH:
        return True
    mine = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease)
    return mine.update(lease_until=timezone.now() + claims.LEASE) == 1


@PreparedUpdate.of(NUMBER, UNIQUE, TEXT, TEXT, TEXT, MOMENT, MOMENT)
def closed_delivery(
    pk: Blank, lease: Blank, state: Blank, code: Blank, address: Blank, not_before: Blank, ended_at: Blank
) -> tuple[QuerySet[Delivery], dict[str, Any]]:
    """The row given back by this lease, with how its attempt ended."""
    changes = {"state": state, "last_code": code, "address": address, "not_before": not_before, "ended_at": ended_at}
    return Delivery.objects.filter(pk=pk, lease=lease), changes | {"lease": None, "lease_until": None}


def close_delivery(delivery: Delivery, state: str, code: str) -> bool:
    """Write down the end of an attempt, unless somebody else took the row over meanwhile."""
    now, is_open = timezone.now(), state in OPEN
    steps = HELD_FOR if state == State.HELD else BACK_OFF
    not_before = now + pause_after(delivery.attempts, steps) if is_open else delivery.not_before
    ended_at = delivery.ended_at if is_open else now
    return closed_delivery(delivery.pk, delivery.lease, state, code[:60], delivery.address, not_before, ended_at) == 1


def pause_after(attempts: int, steps: tuple[int, ...] = BACK_OFF) -> timedelta:
    """How long to wait after so many attempts; a little uneven, so that a crowd does not come back at once."""
    minutes = steps[min(attempts, len(steps)) - 1]
    return timedelta(minutes=minutes * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
