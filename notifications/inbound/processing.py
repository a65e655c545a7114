"""Process a stored letter: claim, parse, judge, act, answer. One letter's failure never stops another letter."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet
from django.utils import timezone

import notifications
from core.infrastructure import FAULTS
from core.prepared import MOMENT, NUMBER, Blank, Prepared, PreparedUpdate
from notifications import KindName, addresses, delivery_times, passing
from notifications.bounces import take_report
from notifications.inbound import ANSWERS_LIVE, READERS, LetterFacts, Verdict
from notifications.models import LetterIn, Notice, ReplyAddress

from . import command_address, judging, limits, reply_addresses
from .parser_process import FOR_OTHERS
from .parsing import Parsed, parse

logger = logging.getLogger(__name__)
State = LetterIn.State
LEASE = timedelta(minutes=2)
MAX_ATTEMPTS, OF_AN_ERROR = 6, 2
"""The number of attempts after which a letter is set aside, and the number of attempts that an internal error counts as."""
LETTERS_AT_ONCE = 200
MAX_OF_AN_ADDRESS = 254
WHY_UNREAD = {"encrypted": "encrypted"} | dict.fromkeys(("no-from", "two-from", "odd-from"), "odd-from")
"""Problems that are named to the sender; all other problems are reported as "unreadable"."""
DONE = ("played", "said", "counted")
"""Reasons of verdicts that need no receipt. Requests (help, the board, a preview) get a receipt whatever the person's preferences."""
BUSY = {True: Lock(), False: Lock()}
"""A lock for each lane: verified senders (True) and others (False). So verified senders never wait behind forged letters."""


def read_lane_of(pk: int) -> None:
    for auth in LetterIn.objects.filter(pk=pk).values_list("auth", flat=True):
        read_lane(auth == LetterIn.Auth.PASS)


def read_lane(proved: bool) -> None:
    """Read each letter waiting in a lane once, unless another thread of the process is reading the lane, including new letters."""
    tried: set[int] = set()
    while BUSY[proved].acquire(blocking=False):
        try:
            for pk in letters_to_read(proved, tried):
                tried.add(pk)
                process_letter(pk)
        finally:
            BUSY[proved].release()
        if not letters_to_read(proved, tried):  # a letter that came before the release has found the lane busy
            return


def letters_to_read(proved: bool, tried: Collection[int] = ()) -> list[int]:
    """Return the ids of unclaimed letters except `tried`, oldest first, from verified senders if `proved`, otherwise from the others."""
    return unheld(timezone.now(), proved, list(tried))


@Prepared.of(MOMENT, BooleanField(), NUMBER)
def unheld(now: Blank, proved: Blank, tried: Any) -> QuerySet[LetterIn, int]:
    free, is_proved = Q(state=State.STORED) | Q(lease_until__lt=now), Q(auth=LetterIn.Auth.PASS)
    in_lane = LetterIn.objects.annotate(is_proved=ExpressionWrapper(is_proved, BooleanField())).filter(is_proved=proved)
    waiting = in_lane.filter(free, state__in=[State.STORED, State.READING])  # the index of open letters has the same condition
    return waiting.exclude(pk__in=tried).order_by("received_at", "pk").values_list("pk", flat=True)[:LETTERS_AT_ONCE]


def shorten_leases() -> None:
    """Shorten leases set by a fast clock, so that they end LEASE from now."""
    now = timezone.now()
    LetterIn.objects.filter(state=State.READING, lease_until__gt=now + 2 * LEASE).update(lease_until=now + LEASE)


def claim(pk: int) -> LetterIn | None:
    """Claim and return a letter, unless another worker holds it. Set it aside after six killed workers or three internal errors."""
    now = timezone.now()
    if claimed_letter(pk, now, now + LEASE):
        return with_address.get(pk)
    if claimable(pk, now).filter(attempts__gte=MAX_ATTEMPTS).update(state=State.FAILED, reason="failed", ended_at=now):
        logger.error("letter in %s could not be dealt with", pk)
        limits.unread_of_ours(LetterIn.objects.get(pk=pk), "failed")
    return None


def claimable(pk: Blank | int, now: Blank | datetime) -> QuerySet[LetterIn]:
    """Return the letter with id `pk` if no worker holds the letter and it is not finished."""
    return LetterIn.objects.filter(Q(state=State.STORED) | Q(state=State.READING, lease_until__lt=now), pk=pk)


@PreparedUpdate.of(NUMBER, MOMENT, MOMENT)
def claimed_letter(pk: Blank, now: Blank, until: Blank) -> tuple[QuerySet[LetterIn], dict[str, Any]]:
    taken = {"state": State.READING, "attempts": F("attempts") + 1, "lease_until": until}
    return claimable(pk, now).filter(attempts__lt=MAX_ATTEMPTS), taken


@Prepared.of(NUMBER)
def with_address(pk: Blank) -> QuerySet[LetterIn]:
    return LetterIn.objects.select_related("address__user").filter(pk=pk)


def process_letter(pk: int) -> str:
    """Process a letter; return the letter's new state, or "" if the letter could not be claimed."""
    letter = claim(pk)
    if letter is None:
        return ""
    try:
        parsed = None if command_address.is_noise(letter) else look_at(letter)
        with transaction.atomic():
            verdict = decide(letter, parsed) if parsed else Verdict(State.IGNORED, "not-proved")
            close_letter(letter, verdict)
    except Exception as fault:  # our own bug: retry this letter later, and go on with the next letter
        if passing.passes(fault):
            logger.warning("letter in %s waits: %s", pk, fault)
            wait_for_retry(pk, 0, reason=passing.NOT_NOW)  # earlier workers that died of other causes do not count
        else:
            logger.error("letter in %s", pk, exc_info=fault)
            wait_for_retry(pk, letter.attempts - 1 + (0 if isinstance(fault, FAULTS) else OF_AN_ERROR))
        return State.STORED
    return verdict.state


def look_at(letter: LetterIn) -> Parsed:
    """Parse a letter. Read HTML only from a verified sender; count a slow letter against its sender."""
    if limits.has_slow_sender(letter):
        return Parsed(problem="too-slow-before")
    parsed = parse(bytes(letter.raw), html=letter.auth == LetterIn.Auth.PASS)
    if parsed.problem == "too-slow":
        letter.slow_by = limits.answers_for(letter)
    return parsed


def wait_for_retry(pk: int, attempts: int, reason: str = "") -> None:
    """Put the letter back for another attempt, and store how many attempts count; transient faults do not count."""
    LetterIn.objects.filter(pk=pk).update(state=State.STORED, reason=reason, lease_until=None, attempts=attempts)


def decide(letter: LetterIn, parsed: Parsed) -> Verdict:
    """Return the verdict on a letter. Check the address to which the letter was sent before the sender that the letter claims."""
    letter.sender = parsed.sender if len(parsed.sender) <= MAX_OF_AN_ADDRESS else ""
    letter.message_id = parsed.message_id
    address = command_address.receive(letter, parsed) if addresses.is_command_address(letter.envelope_to) else sealed(letter, parsed)
    if parsed.problem:
        limits.unread_of_ours(letter, WHY_UNREAD.get(parsed.problem, "unreadable"))
    if isinstance(address, Verdict):
        return address
    letter.address, letter.user = address, address.user
    return judging.why_refused(letter, address, parsed) or hold_or_act(letter, parsed)


def sealed(letter: LetterIn, parsed: Parsed) -> ReplyAddress | Verdict:
    """Return the reply address to which a letter was sent, or a verdict that ends the letter."""
    known = addresses.verify(letter.envelope_to)
    if known is None:
        return Verdict(State.IGNORED, "no-address")
    prefix, ident = known
    if prefix == addresses.BOUNCE:
        if not parsed.reports:
            return Verdict(State.IGNORED, "no-report")
        return Verdict(State.APPLIED, take_report(addresses.delivery_of(ident), parsed.reports))
    address = reply_addresses.by_ident.first(ident)
    if address and address.user is None:
        address = ReplyAddress.objects.select_for_update().get(pk=address.pk)  # two letters of a stranger open only one account
    return address if address and address.purpose in READERS else Verdict(State.IGNORED, "no-address")


def hold_or_act(letter: LetterIn, parsed: Parsed) -> Verdict:
    """Carry out a letter, or hold it until the sender confirms it. Ignore a stranger's doubtful letter, which no page can confirm."""
    reader = READERS[letter.reply_address.purpose]
    if why := judging.why_unsure(letter, letter.reply_address, parsed):
        if letter.user is None:
            return Verdict(State.IGNORED, why)
        letter.text = parsed.text
        tell_held(letter, reader.held)
        return Verdict(State.HELD, why)
    return act_on_letter(letter, parsed.text)


def act_on_letter(letter: LetterIn, text: str) -> Verdict:
    """Carry out a letter. The answer goes to the person's own address, never to an address that the letter names."""
    reader = READERS[letter.reply_address.purpose]
    why = reply_addresses.is_dead(letter.reply_address)
    if not why and not reply_addresses.use_up(letter.reply_address.pk):
        why = "used-up"
    if why and letter.user is None:
        return command_address.welcome(letter)
    verdict = Verdict(State.REFUSED, why, {"dead": why}) if why else reader.read(letter, text)
    if verdict.state == State.REFUSED and letter.user:
        if not verdict.facts:
            limits.without_answer(letter, verdict.reason)
        elif limits.is_told_often(letter):
            verdict = Verdict(verdict.state, verdict.reason)
    if verdict.facts and not goes_without_saying(letter, verdict):
        key, facts, until = receipt_key(letter), LetterFacts(letter=letter.pk), timezone.now() + ANSWERS_LIVE
        notifications.notify(reader.receipt, letter.user, key, facts, expires_at=until, address="" if letter.user else letter.sender)
    return verdict


def receipt_key(letter: LetterIn) -> str:
    return f"re:{letter.pk}"


def goes_without_saying(letter: LetterIn, verdict: Verdict) -> bool:
    """Return whether everything was done as written, and the sender wants receipts only for problems."""
    if verdict.reason not in DONE or verdict.facts.get("rest"):
        return False
    return letter.user is not None and delivery_times.general_preference(letter.user).only_refusals


def tell_held(letter: LetterIn, kind: KindName[LetterFacts]) -> None:
    """Tell a person that a letter is held, unless they were recently told of another held letter, whose page lists all held letters."""
    now = timezone.now()
    waiting = LetterIn.objects.filter(user=letter.user, state=State.HELD, received_at__gt=now - limits.A_DAY).exclude(pk=letter.pk)
    keys = [f"held:{pk}" for pk in waiting.values_list("pk", flat=True)]
    earlier = Notice.objects.filter(key__in=keys, created_at__gt=now - limits.A_DAY)
    if earlier.filter(created_at__gt=now - limits.AN_HOUR).exists() or earlier.count() >= limits.REFUSALS_A_DAY:
        return
    notifications.notify(kind, letter.user, f"held:{letter.pk}", LetterFacts(letter=letter.pk), expires_at=now + ANSWERS_LIVE)


def close_letter(letter: LetterIn, verdict: Verdict) -> None:
    letter.state, letter.reason, letter.facts = verdict.state, verdict.reason[:40], verdict.facts
    letter.lease_until, letter.ended_at = None, timezone.now()
    letter.save()


def with_text(letter: LetterIn) -> LetterIn:
    """Return a held letter with its text. If there is no plain text, read the HTML now, because the person is signed in."""
    if letter.state == State.HELD and (not letter.text.strip() or FOR_OTHERS in letter.text.lower()):
        letter.text = parse(bytes(letter.raw)).text
        LetterIn.objects.filter(pk=letter.pk, state=State.HELD).update(text=letter.text)
    return letter


@transaction.atomic
def confirm(letter: LetterIn) -> Verdict:
    """Carry out a held letter that the sender has confirmed while signed in."""
    taken = LetterIn.objects.filter(pk=letter.pk, state=State.HELD).update(state=State.READING)
    if not taken:
        return Verdict(letter.state, "done-already")
    verdict = act_on_letter(letter, letter.text)
    letter.text = ""
    close_letter(letter, verdict)
    return verdict


def discard(letter: LetterIn) -> None:
    held = LetterIn.objects.filter(pk=letter.pk, state=State.HELD)
    held.update(state=State.IGNORED, reason="discarded", text="", ended_at=timezone.now())
