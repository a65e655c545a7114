"""Send claimed deliveries: check that the letter is still wanted, send the letter, and store the result."""

import logging
import random
import traceback
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from core.infrastructure import SERVERS
from core.plain_text import isolated
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
"""Minutes before each next attempt. The last value repeats until the notice expires."""
MAX_ATTEMPTS = 16
UNFORESEEN, DEADLY = 3, 6
"""The maximum number of attempts in a row that end with an internal error, and with a worker's death, which may have other causes."""


def deliver(delivery: Claimed) -> str:
    """Process a claimed delivery and return the result's code. An error affects no other delivery."""
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
        if problem.ours:  # one receiver alone cannot open the breaker: its further letters now wait
            relay_breaker.note_failure(delivery.transport, code)
        if problem.down:
            relay_breaker.note_failure(delivery.transport, code)
            return put_all_off([delivery, *others], code)
    except SERVERS as error:
        logger.error("delivery %s waits: %s", delivery.pk, type(error).__name__)
        return put_all_off([delivery, *others], "not-now")
    except Exception as error:  # our own bug must not hold up other people's letters
        if passing.passes(error):
            put_off(delivery, timezone.now() + passing.RETRY_AFTER, passing.NOT_NOW)
            return passing.NOT_NOW
        state, code = after_bug(delivery, error)
    if state == State.SENT:
        relay_breaker.note_success(delivery.transport, delivery.was_shut)
    close_together(delivery, others, state, code)
    return code


def close_together(delivery: Delivery, others: list[Delivery], state: str, code: str) -> None:
    close_delivery(delivery, state, code)
    for other in others:
        other.address = delivery.address
        close_delivery(other, state, delivery_times.WITH_ANOTHER if state == State.SENT else code)


def after_bug(delivery: Delivery, error: Exception) -> tuple[str, str]:
    """Log an internal error without the error's text, which may be private. Return the state and code for the delivery."""
    code = type(error).__name__[:50]
    logger.error("delivery %s: %s\n%s", delivery.pk, code, "".join(traceback.format_tb(error.__traceback__)))
    times = claims.in_a_row(delivery.last_code, code) + 1
    given_up = times >= UNFORESEEN or delivery.attempts >= MAX_ATTEMPTS
    return State.FAILED if given_up else State.RETRY, f"{code} {times}"


def attempt(delivery: Claimed, others: list[Delivery]) -> tuple[str, str]:
    """Check, write and send a letter; return the final state and reason. Add deliveries that share the letter to `others`. Raise Later."""
    if delivery.notice.expires_at and delivery.notice.expires_at <= timezone.now():
        return State.EXPIRED, "too-late"
    if claims.in_a_row(delivery.last_code, claims.RAN_OUT) >= DEADLY:
        return State.FAILED, "takes-workers-down"
    notice = Telling.of(delivery.notice)
    transport, kind = all_transports()[delivery.transport], KINDS[notice.kind]
    if why := why_unwanted(delivery, notice, kind, transport):
        return State.CANCELLED, why
    letter = write_letter(notice)
    if letter is None:
        return State.CANCELLED, "no-longer-wanted"
    if transport.keeps_hours and kind.asks_all:
        others += told_along(delivery)
    along, news = [Telling.of(other.notice) for other in others], news_of_the_day(delivery) if notice.day else []
    if transport.keeps_hours and kind.gathers and not notice.day:
        news = more_of_the_kind(delivery)
    others += [other for other, _ in news]
    if others:  # write again, because the letter covers the others, too
        letter = write_letter(Telling.of(delivery.notice, along, [letter_of_news for _, letter_of_news in news])) or letter
    if letter.stands_alone:  # the others are sent by themselves, each at its own time
        for other in others:
            put_off(other, other.not_before, "apart")
        others.clear()
    if not renew_lease(delivery):
        return State.UNKNOWN, "taken-over"
    transport.send(letter, delivery)
    return State.SENT, f"{delivery_times.OF_THE_DAY} {notice.day}" if notice.day else ""


def write_letter(notice: Telling) -> Letter | None:
    """Return the letter as of now, with times in the reader's zone and names in direction marks; None if the notice is out of date."""
    with timezone.override(notice.user.time_zone if notice.user else None):
        letter = KINDS[notice.kind].write(notice)
    if letter is None:
        return None
    subject, brief, line = isolated(letter.subject), isolated(letter.brief), isolated(letter.line)
    return replace(letter, subject=subject, text=isolated(letter.text), html=isolated(letter.html), brief=brief, line=line)


def why_unwanted(delivery: Claimed, notice: Telling, kind: Kind, transport: Transport) -> str:
    """Return why the notice must not use the transport, or "". Raise Later if the notice must wait."""
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
        if kind.asks_all:
            must_be_alone(delivery)
    return ""


def must_be_alone(delivery: Claimed) -> None:
    """Raise Later while another worker sends the same reader a letter about turns, because both letters would list the same tables."""
    now = timezone.now()
    others = Delivery.objects.filter(
        state=State.SENDING, transport=delivery.transport, notice__user=delivery.notice.user_id, notice__kind__in=claims.turn_kinds(),
        lease_until__gt=now,
    ).exclude(lease=delivery.lease)  # fmt: skip
    if others.exists():  # workers that meet wait for different times
        raise delivery_times.Later(now + timedelta(seconds=random.uniform(5, 15)), "another-letter")  # noqa: S311


def told_along(delivery: Claimed) -> list[Delivery]:
    """Claim and return the reader's other turns and reminders that are about to go, because the letter lists all waiting tables."""
    if not delivery.has_company:
        return []
    ready = others_about_to_go(delivery, claims.turn_kinds())
    together = [other for other in ready[: delivery_times.MAX_TOGETHER] if KINDS[other.notice.kind].deadline(Telling.of(other.notice))]
    return [other for other in together if claims.claim_row(other, delivery.held_under)]


def others_about_to_go(delivery: Delivery, kinds: list[str]) -> QuerySet[Delivery]:
    soon = timezone.now() + delivery_times.TOGETHER
    others = claims.about_to_go(delivery.notice.user_id, delivery.transport, kinds, soon).exclude(pk=delivery.pk)
    return others.select_related("notice__user").order_by("not_before", "pk")


def news_of_the_day(delivery: Delivery) -> list[tuple[Delivery, Letter]]:
    """Claim and return the other news for the daily letter, each with a letter of its own that becomes a line of the daily letter."""
    ready = others_about_to_go(delivery, [kind.name for kind in KINDS.values() if kind.role == Role.NEWS])
    waiting = [(other, Telling.of(other.notice), KINDS[other.notice.kind]) for other in ready[: delivery_times.MAX_NEWS]]
    wanted = [(other, notice, kind) for other, notice, kind in waiting if delivery_times.waits_for_the_day(notice, kind)]
    news = [(other, write_letter(notice)) for other, notice, kind in wanted if not unsubscribing.is_stopped(notice, kind.category)]
    return [(other, news_letter) for other, news_letter in news if news_letter and claims.claim_row(other, delivery.held_under)]


def more_of_the_kind(delivery: Claimed) -> list[tuple[Delivery, Letter]]:
    """Claim and return other deliveries of the same kind that are about to go, each with a letter that becomes a line of this letter."""
    ready = others_about_to_go(delivery, [delivery.notice.kind])[: delivery_times.MAX_NEWS]
    written = [(other, write_letter(Telling.of(other.notice))) for other in ready]
    return [(other, letter) for other, letter in written if letter and claims.claim_row(other, delivery.held_under)]


def put_all_off(rows: list[Delivery], code: str) -> str:
    """Delay deliveries without counting an attempt, because the transport or a server is down; return the code."""
    for row in rows:
        put_off(row, timezone.now() + timedelta(minutes=1), code)
    return code


def put_off(delivery: Delivery, until: datetime, code: str) -> bool:
    """Queue the delivery again without counting the attempt; return whether this worker still held the lease."""
    changes = {"state": State.PENDING, "not_before": until, "last_code": code, "lease": None, "lease_until": None}
    return Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease).update(attempts=F("attempts") - 1, **changes) == 1


def after_refusal(delivery: Delivery, problem: DeliveryError) -> tuple[str, str]:
    if problem.ours:
        logger.error("delivery %s: refused because of us: %s", delivery.pk, problem.code)
        return (State.HELD if delivery.attempts <= len(HELD_FOR) else State.FAILED), problem.code
    if problem.permanent or delivery.attempts >= MAX_ATTEMPTS:
        return State.FAILED, problem.code
    return (State.UNKNOWN if problem.unknown else State.RETRY), problem.code


def renew_lease(delivery: Delivery) -> bool:
    """Renew the lease for sending; return whether this worker still holds the lease. A lease that has just begun needs no query."""
    if delivery.lease_until and delivery.lease_until - timezone.now() > claims.LEASE - FRESH:
        return True
    mine = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease)
    return mine.update(lease_until=timezone.now() + claims.LEASE) == 1


@PreparedUpdate.of(NUMBER, UNIQUE, TEXT, TEXT, TEXT, MOMENT, MOMENT)
def closed_delivery(
    pk: Blank, lease: Blank, state: Blank, code: Blank, address: Blank, not_before: Blank, ended_at: Blank
) -> tuple[QuerySet[Delivery], dict[str, Any]]:
    changes = {"state": state, "last_code": code, "address": address, "not_before": not_before, "ended_at": ended_at}
    return Delivery.objects.filter(pk=pk, lease=lease), changes | {"lease": None, "lease_until": None}


def close_delivery(delivery: Delivery, state: str, code: str) -> bool:
    """Store the end of an attempt, unless another worker took the row meanwhile; return whether the end was stored."""
    now, is_open = timezone.now(), state in OPEN
    steps = HELD_FOR if state == State.HELD else BACK_OFF
    minutes = steps[min(delivery.attempts, len(steps)) - 1] * random.uniform(0.8, 1.2)  # noqa: S311 - so that not all retry at once
    not_before = now + timedelta(minutes=minutes) if is_open else delivery.not_before
    ended_at = delivery.ended_at if is_open else now
    return closed_delivery(delivery.pk, delivery.lease, state, code[:60], delivery.address, not_before, ended_at) == 1
