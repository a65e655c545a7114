"""Limit how many letters of a person are read and answered. The first letter beyond a limit gets an answer that explains the limit."""

import re
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.db.models import QuerySet
from django.utils import timezone

import notifications
from accounts import services as people
from accounts.models import User
from core.prepared import MOMENT, NUMBER, Blank, Prepared
from notifications import KindName, addresses
from notifications.inbound import ANSWERS_LIVE, LetterFacts
from notifications.models import LetterIn, Notice, ReplyAddress

from . import auth_results, reply_addresses


class LimitFacts(LetterFacts):
    """`why`: the reason why a letter was not read, carried out or answered; `until`: the end of the limit (ISO 8601), or ""."""

    why: str
    until: str


KIND = KindName[LimitFacts]("letters-limited")
"""The kind of notice about a limit. The app that words the letter registers the writer."""
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
LETTERS_AN_HOUR, LETTERS_A_DAY = 30, 200
UNREAD_EVERY = AN_HOUR
REFUSALS_A_DAY = 10
"""The maximum number of refusals reported to a person per day, because a machine would answer each report."""
TOO_MANY = "too-many"
SPANS = dict.fromkeys(("unread", TOO_MANY, "unreadable", "encrypted", "odd-from"), AN_HOUR) | dict.fromkeys(("refusals", "held"), A_DAY)
"""The period in which each reason is given only once. Other reasons are given for every letter, up to REFUSALS_A_DAY."""
State = LetterIn.State


def say(letter: LetterIn, user: User, why: str, until: datetime | None = None) -> None:
    """Tell the sender why a letter is not read, carried out or answered, once per period of the reason."""
    now = timezone.now()
    earlier = Notice.objects.filter(kind=KIND, user=user, created_at__gt=now - SPANS.get(why, A_DAY))
    if earlier.filter(facts__why=why).count() >= (1 if why in SPANS else REFUSALS_A_DAY):
        return
    facts = LimitFacts(letter=letter.pk, why=why, until=until.isoformat() if until else "")
    notifications.notify(KIND, user, f"limit:{letter.pk}", facts, expires_at=now + ANSWERS_LIVE)


def without_answer(letter: LetterIn, reason: str) -> None:
    """Tell the sender of a letter why the letter was refused without a receipt."""
    if reason != "unread":
        say(letter, letter.writer, "gone")
        return
    since = told_refusals(letter).filter(reason="unread", ended_at__gt=timezone.now() - UNREAD_EVERY).order_by("ended_at").first()
    say(letter, letter.writer, "unread", end_of(since, UNREAD_EVERY))


def is_told_often(letter: LetterIn) -> bool:
    """Return whether the sender has had enough refusals for a day, and tell the sender once."""
    refusals = told_refusals(letter).filter(ended_at__gt=timezone.now() - A_DAY).order_by("ended_at")
    if refusals.count() < REFUSALS_A_DAY:
        return False
    say(letter, letter.writer, "refusals", end_of(refusals.first(), A_DAY))
    return True


def told_refusals(letter: LetterIn) -> QuerySet[LetterIn]:
    """Return the sender's other refused letters that got a receipt with the reason."""
    return LetterIn.objects.filter(user=letter.user, state=State.REFUSED).exclude(pk=letter.pk).exclude(facts={})


def end_of(letter: LetterIn | None, span: timedelta) -> datetime | None:
    return letter.ended_at + span if letter and letter.ended_at else None


def is_beyond(letter: LetterIn, address: ReplyAddress) -> bool:
    """Return whether the sender has sent more letters than any player needs, and tell the sender once."""
    until = read_again_at(letter, address)
    if until is not None and address.user is not None:
        say(letter, address.user, TOO_MANY, until)
    return until is not None


def read_again_at(letter: LetterIn, address: ReplyAddress) -> datetime | None:
    """Return the time from which the sender's letters are read again; None if letters are read now. Unread letters do not count."""
    now = timezone.now()
    lately = now - A_DAY
    to_address = LetterIn.objects.filter(address=address, received_at__gt=lately)
    came = came_from(address.user.pk, letter.pk, lately) if address.user else list(newest(to_address, letter.pk))
    last = [(came[most - 1], span) for most, span in ((LETTERS_AN_HOUR, AN_HOUR), (LETTERS_A_DAY, A_DAY)) if len(came) >= most]
    return max((moment + span for moment, span in last if moment > now - span), default=None)


@Prepared.of(NUMBER, NUMBER, MOMENT)
def came_from(user: Blank, letter: Blank, since: Blank) -> QuerySet[LetterIn, datetime]:
    """Return the arrival times of the user's letters, except `letter`, newest first."""
    return newest(LetterIn.objects.filter(user=user, received_at__gt=since), letter)


def newest(came: QuerySet[LetterIn], letter: Blank | int) -> QuerySet[LetterIn, datetime]:
    """Return up to LETTERS_A_DAY arrival times of letters, newest first, without `letter` and letters ignored unread."""
    read = came.exclude(pk=letter).exclude(state=State.IGNORED, reason=TOO_MANY)
    return read.order_by("-received_at").values_list("received_at", flat=True)[:LETTERS_A_DAY]


def unread_of_ours(letter: LetterIn, why: str) -> None:
    """Tell a member why their letter was not read: "unreadable", "encrypted", "odd-from", or "failed" (a fault of this site)."""
    owner = owner_of(letter)
    if owner is not None and owner.is_active and letter.envelope_from not in ("", "<>"):
        say(letter, owner, why)


def owner_of(letter: LetterIn) -> User | None:
    """Return the member who sent a letter, without parsing the letter: by its reply address, or by our mail server's verdict."""
    if addresses.is_command_address(letter.envelope_to):
        writer = auth_results.writer(auth_results.header_lines(bytes(letter.raw)))
        return people.member_at(writer) if letter.auth == LetterIn.Auth.PASS else None
    known = addresses.verify(letter.envelope_to)
    row = reply_addresses.by_ident.first(known[1]) if known and known[0] == addresses.REPLY else None
    return row.user if row is not None else None


A_WHILE, ENOUGH = timedelta(hours=1), 3
"""After ENOUGH slow letters within A_WHILE, further letters from the same sender are not read."""
MAX_HOPS = 5
CLIENT = re.compile(r"\[(?:ipv6:)?([0-9a-f.:]{2,45})\]")


def answers_for(letter: LetterIn) -> str:
    """Return the sender to blame for a slow letter: a member's address, "@" and a stranger's domain, or a server; "" if unknown.

    The owner of a domain can create any number of addresses. An unverified letter counts against the server that sent the letter, so a
    forged letter cannot silence the person named as its sender.
    """
    lines = auth_results.header_lines(bytes(letter.raw))
    if letter.auth != LetterIn.Auth.PASS:
        return relay(lines)
    writer = auth_results.writer(lines)
    return writer[:254] if not writer or people.member_at(writer) else f"@{writer.rpartition('@')[2]}"


def relay(lines: list[tuple[str, str]]) -> str:
    """Return the outside server that passed a letter to our server, from the topmost Received lines, which a sender cannot forge."""
    hops = [value for name, value in lines if name == "received"][:MAX_HOPS]
    for text in (text for hop in hops for text in CLIENT.findall(hop)):
        with suppress(ValueError):
            address = ip_address(text)
            if address.is_global:  # one host may use any number of addresses in its IPv6 network
                return str(IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)
    return ""


def has_slow_sender(letter: LetterIn) -> bool:
    """Return whether too many recent letters of the sender were slow to parse."""
    since = timezone.now() - A_WHILE
    if not any_slow(since):
        return False
    sender = answers_for(letter)
    return bool(sender) and LetterIn.objects.filter(received_at__gt=since, slow_by=sender).count() >= ENOUGH


@Prepared.of(MOMENT)
def any_slow(since: Blank) -> QuerySet[LetterIn, int]:
    return LetterIn.objects.filter(received_at__gt=since).exclude(slow_by="").values_list("pk", flat=True)[:1]
