"""Limits on reading and answering a person's letters; the first letter beyond one gets an answer that explains it."""

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
    """Why a letter is not read, carried out or answered, and until when that holds for further letters (ISO 8601, or "")."""

    why: str
    until: str


KIND = KindName[LimitFacts]("letters-limited")
"""The kind of notice about a limit; a part that knows the words registers its writer."""
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)
LETTERS_AN_HOUR, LETTERS_A_DAY = 30, 200
UNREAD_EVERY = AN_HOUR
REFUSALS_A_DAY = 10
"""The maximum number of refusals that we report to a person per day, because a machine would answer each."""
TOO_MANY = "too-many"
SPANS = dict.fromkeys(("unread", TOO_MANY, "unreadable", "encrypted", "odd-from"), AN_HOUR) | dict.fromkeys(("refusals", "held"), A_DAY)
"""The time for which each reason is not repeated; other reasons are given for each letter, within the limit of refusals."""
State = LetterIn.State


def say(letter: LetterIn, user: User, why: str, until: datetime | None = None) -> None:
    """Tell the writer why their letter is not read, carried out or answered, once per period of this reason."""
    now = timezone.now()
    earlier = Notice.objects.filter(kind=KIND, user=user, created_at__gt=now - SPANS.get(why, A_DAY))
    if earlier.filter(facts__why=why).count() >= (1 if why in SPANS else REFUSALS_A_DAY):
        return
    facts = LimitFacts(letter=letter.pk, why=why, until=until.isoformat() if until else "")
    notifications.notify(KIND, user, f"limit:{letter.pk}", facts, expires_at=now + ANSWERS_LIVE)


def without_answer(letter: LetterIn, reason: str) -> None:
    """Tell the writer of a letter why it was refused without a receipt."""
    if reason != "unread":
        say(letter, letter.writer, "gone")
        return
    since = told_refusals(letter).filter(reason="unread", ended_at__gt=timezone.now() - UNREAD_EVERY).order_by("ended_at").first()
    say(letter, letter.writer, "unread", end_of(since, UNREAD_EVERY))


def is_told_often(letter: LetterIn) -> bool:
    """Return whether this person has had enough refusals for a day, and tell them once."""
    refusals = told_refusals(letter).filter(ended_at__gt=timezone.now() - A_DAY).order_by("ended_at")
    if refusals.count() < REFUSALS_A_DAY:
        return False
    say(letter, letter.writer, "refusals", end_of(refusals.first(), A_DAY))
    return True


def told_refusals(letter: LetterIn) -> QuerySet[LetterIn]:
    """Return the other refused letters of this person that got a reply with the reason."""
    return LetterIn.objects.filter(user=letter.user, state=State.REFUSED).exclude(pk=letter.pk).exclude(facts={})


def end_of(letter: LetterIn | None, span: timedelta) -> datetime | None:
    return letter.ended_at + span if letter and letter.ended_at else None


def is_beyond(letter: LetterIn, address: ReplyAddress) -> bool:
    """Return whether this person has sent more letters than any player needs, and tell them once."""
    until = read_again_at(letter, address)
    if until is not None and address.user is not None:
        say(letter, address.user, TOO_MANY, until)
    return until is not None


def read_again_at(letter: LetterIn, address: ReplyAddress) -> datetime | None:
    """Return when this person's letters will be read again; None if they are read now. Unread letters do not count."""
    now = timezone.now()
    lately = now - A_DAY
    to_address = LetterIn.objects.filter(address=address, received_at__gt=lately)
    came = came_from(address.user.pk, letter.pk, lately) if address.user else list(newest(to_address, letter.pk))
    last = [(came[most - 1], span) for most, span in ((LETTERS_AN_HOUR, AN_HOUR), (LETTERS_A_DAY, A_DAY)) if len(came) >= most]
    return max((moment + span for moment, span in last if moment > now - span), default=None)


@Prepared.of(NUMBER, NUMBER, MOMENT)
def came_from(user: Blank, letter: Blank, since: Blank) -> QuerySet[LetterIn, datetime]:
    """Return when this person's letters, except `letter`, arrived, newest first."""
    return newest(LetterIn.objects.filter(user=user, received_at__gt=since), letter)


def newest(came: QuerySet[LetterIn], letter: Blank | int) -> QuerySet[LetterIn, datetime]:
    """Return when these letters arrived, newest first, except `letter` and those ignored unread; at most `LETTERS_A_DAY`."""
    read = came.exclude(pk=letter).exclude(state=State.IGNORED, reason=TOO_MANY)
    return read.order_by("-received_at").values_list("received_at", flat=True)[:LETTERS_A_DAY]


def unread_of_ours(letter: LetterIn, why: str) -> None:
    """Tell a member that their letter could not be read: "unreadable", "encrypted", "odd-from", or "failed" by our fault."""
    owner = owner_of(letter)
    if owner is not None and owner.is_active and letter.envelope_from not in ("", "<>"):
        say(letter, owner, why)


def owner_of(letter: LetterIn) -> User | None:
    """Return the sender of this letter without reading it: by its sealed address, or by our own server's verdict."""
    if addresses.is_command_address(letter.envelope_to):
        writer = auth_results.writer(auth_results.header_lines(bytes(letter.raw)))
        return people.member_at(writer) if letter.auth == LetterIn.Auth.PASS else None
    known = addresses.verify(letter.envelope_to)
    row = reply_addresses.by_ident.first(known[1]) if known and known[0] == addresses.REPLY else None
    return row.user if row is not None else None


A_WHILE, ENOUGH = timedelta(hours=1), 3
"""After ENOUGH slow letters within A_WHILE, further letters of the same sender are not read."""
MAX_HOPS = 5
CLIENT = re.compile(r"\[(?:ipv6:)?([0-9a-f.:]{2,45})\]")


def answers_for(letter: LetterIn) -> str:
    """Return the sender to blame for a slow letter: a member's address, "@" and a stranger's domain, or a server; "" if unknown.

    The owner of a domain can create any number of strangers. An unverified letter counts against the server that sent it, so no
    forged letter silences the person it names.
    """
    lines = auth_results.header_lines(bytes(letter.raw))
    if letter.auth != LetterIn.Auth.PASS:
        return relay(lines)
    writer = auth_results.writer(lines)
    return writer[:254] if not writer or people.member_at(writer) else f"@{writer.rpartition('@')[2]}"


def relay(lines: list[tuple[str, str]]) -> str:
    """Return the outside server that sent a letter to ours, by the topmost trace lines, which the sender cannot forge."""
    hops = [value for name, value in lines if name == "received"][:MAX_HOPS]
    for text in (text for hop in hops for text in CLIENT.findall(hop)):
        with suppress(ValueError):
            address = ip_address(text)
            if address.is_global:  # one host may use any number of addresses in its IPv6 network
                return str(IPv6Network((address, 64), strict=False) if isinstance(address, IPv6Address) else address)
    return ""


def has_slow_sender(letter: LetterIn) -> bool:
    """Return whether too many letters of this sender were slow to read lately."""
    since = timezone.now() - A_WHILE
    if not any_slow(since):
        return False
    sender = answers_for(letter)
    return bool(sender) and LetterIn.objects.filter(received_at__gt=since, slow_by=sender).count() >= ENOUGH


@Prepared.of(MOMENT)
def any_slow(since: Blank) -> QuerySet[LetterIn, int]:
    return LetterIn.objects.filter(received_at__gt=since).exclude(slow_by="").values_list("pk", flat=True)[:1]
