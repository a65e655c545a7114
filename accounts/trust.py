"""Define levels of trust, their limits on everything that could harm others, and who may write text that others read.

Counts are rows (`Tally`) with a hash of the person or address, so they outlast deleted accounts and an emptied cache.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format

from accounts.models import Tally, User
from core.plain_text import full_stop
from core.registry import Registry

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
NEW_FOR, TURNS_OF_A_NEWCOMER = timedelta(days=3), 20
RETENTION = timedelta(days=31)
SIGN_UP = "Sign up and confirm your address (“Keep my games”): then you may do more."
PLAY_ON = f"When you have been here for {NEW_FOR.days} days and have played {TURNS_OF_A_NEWCOMER} turns, you may do more."
ONLY_MEMBERS_ORGANISE = "A guest account works in one browser only, and cannot organise leagues. Sign up first."
log = logging.getLogger(__name__)


class Trust(IntEnum):
    GUEST = 0
    """The level of a guest: a name in one browser, without an address."""
    NEW = 1
    """The level of a person with a confirmed address."""
    KNOWN = 2
    """The level of a person who has been here for some days and has played."""
    HOST = 3


class Refused(Exception):
    """Raised if the person may not do more of something. The message says what they can do instead."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code, self.text = code, text


HAS_PLAYED: Registry[str, Callable[[User, int], bool]] = Registry()
"""`has_played(user, turns)` returns whether the user has played so many turns. Registered by apps that know games."""


def host_permission() -> QuerySet[Permission]:
    """Return the permission `accounts.host`, as a query."""
    return Permission.objects.filter(content_type__app_label="accounts", codename="host")


def level_of(user: User) -> Trust:
    if user.is_host:
        return Trust.HOST
    if user.is_guest:
        return Trust.GUEST
    is_old = user.date_joined <= timezone.now() - NEW_FOR
    return Trust.KNOWN if is_old and any(played(user, TURNS_OF_A_NEWCOMER) for played in HAS_PLAYED.values()) else Trust.NEW


# -- limits on how many at a time -------------------------------------------------------------------------
Most = tuple[int, int, int, int]
"""Limits for a guest, a new person, a known person and a host, in this order."""


@dataclass(frozen=True)
class AtATime:
    """Limits on how many of a thing a person may have at a time, with the message and the advice at the limit."""

    most: Most
    told: str
    remedy: str
    none: str = ""


HELD = {
    "open tables": AtATime((5, 10, 10, 50), "You have {most} tables waiting for players already.", "Start or leave one of them first."),
    "games against bots": AtATime((10, 20, 50, 200), "You have {most} games against bots under way.", "End one of them first."),
    "public tables": AtATime(
        (5, 5, 1000, 1000), "You can be at {most} public tables at a time.", "At tables of friends, and against bots, any number."
    ),
    "records": AtATime((10, 50, 100, 500), "You keep {most} practice tables and records already.", "There is no room for another one."),
    "leagues": AtATime(
        (0, 2, 5, 20), "You already organise {most} leagues, the most allowed.", "",
        ONLY_MEMBERS_ORGANISE,
    ),
}  # fmt: skip


def must_have_room(user: User, thing: str, have: int) -> None:
    """Raise Refused if a person who has `have` of a thing may not have one more."""
    limit = HELD[thing]
    if have >= min(limit.most) and have >= limit.most[level_of(user)]:
        raise refusal(user, thing, limit, "too-many", limit.remedy)


# -- limits on how many in a span of time -----------------------------------------------------------------
@dataclass(frozen=True)
class InATime:
    """Limits on how often a person may do something per period, with the message at the limit and for people who may not do it."""

    most: Most
    span: timedelta
    told: str
    none: str = ""


BY_LINK = "Guests invite by link: copy the link of the table and send it yourself. To ask people by name or address, sign up first."
LINK = "Send them the link of the table yourself."
DONE = {
    "invitation": InATime((0, 10, 30, 100), DAY, "You can send {most} invitations a day.", BY_LINK),
    "invitation to one": InATime((0, 3, 7, 20), WEEK, f"You can ask the same person {{most}} times a week. {LINK}"),
    "invitation to an address": InATime((0, 3, 3, 10), WEEK, f"We write only {{most}} times a week to an address that is new here. {LINK}"),
    "friendship": InATime((0, 10, 20, 100), DAY, "You can ask {most} people a day to be friends."),
    "friendship with one": InATime((0, 2, 2, 5), WEEK, "You can ask the same person {most} times a week to be friends."),
    "new table": InATime((10, 20, 40, 200), HOUR, "You can begin {most} tables an hour."),
    "record": InATime((5, 15, 30, 100), HOUR, "You can take in {most} records an hour."),
    "report": InATime((2, 5, 5, 50), DAY, "You can report {most} times a day. We look at those first."),
    "letter about an account": InATime((5, 5, 5, 5), DAY, "This address had {most} letters from us today. Look for them, in the spam too."),
}  # fmt: skip
"""Limits by action. Counts are stored in rows, never in the cache."""


@transaction.atomic
def spend(user: User, action: str, about: str = "") -> None:
    """Count one use of an action by the user, or concerning `about`, in the caller's transaction. Raise Refused at the limit."""
    limit = DONE[action]
    if not count(action, about or f"person {user.pk}", limit.most[level_of(user)]):
        again = (start_of_span(limit.span) + limit.span).astimezone(ZoneInfo(user.time_zone))
        raise refusal(user, action, limit, "too-often", f"You can try again on {date_format(again, 'D j M, H:i')}.")


def refusal(user: User, what: str, limit: AtATime | InATime, code: str, remedy: str) -> Refused:
    """Log that the person has reached a limit. Return the refusal, with `remedy` and how to gain more trust."""
    trust = level_of(user)
    log.info("person %s (%s) came to a limit: %s", user.pk, trust.name.lower(), what)
    if not limit.most[trust]:
        return Refused("guest", limit.none)
    more_trust = ""
    if any(later > limit.most[trust] for later in limit.most[trust + 1 : Trust.HOST]):
        more_trust = SIGN_UP if trust is Trust.GUEST else PLAY_ON
    sentences = (limit.told.format(most=limit.most[trust]), remedy, more_trust)
    return Refused(code, " ".join(filter(None, sentences)))


@transaction.atomic
def count(action: str, about: str, most: int) -> bool:
    """Count one use and return True, or return False at the limit of `most` in the present period. Safe under concurrency."""
    if most < 1:
        return False
    row, _ = Tally.objects.get_or_create(what=action, about=digest(about), begins=start_of_span(DONE[action].span))
    return bool(Tally.objects.filter(pk=row.pk, count__lt=most).update(count=F("count") + 1))


def may_write_about_an_account(address: str) -> bool:
    """Count a letter that anyone can make the site send to any address. Return False at the daily limit."""
    action = "letter about an account"
    return count(action, inbox(address), DONE[action].most[Trust.GUEST])


def must_have_had_few_letters(address: str) -> None:
    """Raise Refused if the address may get no more letters about accounts today."""
    action = "letter about an account"
    done, span = DONE[action], start_of_span(DONE[action].span)
    if Tally.objects.filter(what=action, about=digest(inbox(address)), begins=span, count__gte=done.most[Trust.GUEST]).exists():
        raise Refused("too-often", f"{done.told.format(most=done.most[Trust.GUEST])} Or try again tomorrow.")


ONE_PROVIDER = {
    domain: domains[0]
    for domains in (
        *(("gmail.com", "googlemail.com"), ("proton.me", "protonmail.com", "pm.me"), ("icloud.com", "me.com", "mac.com")),
        ("yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz"),
    )
    for domain in domains
}
"""Map from a mail domain to the main domain of the same provider, at which everyone has the same mailbox."""


def inbox(address: str) -> str:
    """Return a key for the inbox of an address, only for limits: without dots and tags, with one domain per provider."""
    name, _, domain = address.strip().casefold().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{ONE_PROVIDER.get(domain, domain)}"


def digest(about: str) -> str:
    """Return a hash by which values can be compared but not read."""
    return salted_hmac("accounts.trust", about, algorithm="sha256").hexdigest()


def start_of_span(span: timedelta) -> datetime:
    """Return the start of the present period: hours and days in UTC, weeks from Thursday to Thursday."""
    seconds = int(span.total_seconds())
    return datetime.fromtimestamp(int(timezone.now().timestamp()) // seconds * seconds, UTC)


def forget_old() -> int:
    """Delete counts older than `RETENTION`. Return the number of counts."""
    gone, _ = Tally.objects.filter(begins__lt=timezone.now() - RETENTION).delete()
    return gone


# -- words that others read -------------------------------------------------------------------------------
class Kind(NamedTuple):
    """A kind of text: the lowest level of trust to write it, the message for lower levels, and whether silenced people may write it."""

    least: Trust = Trust.GUEST
    refusal: str = ""
    in_silence: bool = False


KINDS = {
    "a person's name": Kind(),
    "talk at a table": Kind(),
    "talk of spectators": Kind(Trust.NEW, "Guests do not talk here. Sign up first."),
    "the name of a private table": Kind(),
    "the name of a public table": Kind(
        Trust.NEW, "Guests cannot name a table that anyone may join. Leave its name empty, or sign up first."
    ),
    "the name of a league": Kind(Trust.NEW, ONLY_MEMBERS_ORGANISE),
    "house rules": Kind(Trust.NEW, ONLY_MEMBERS_ORGANISE),
    "an organiser's reason": Kind(Trust.NEW, ONLY_MEMBERS_ORGANISE),
    "an appeal": Kind(Trust.NEW, "Sign up first, then register.", in_silence=True),
    "a report": Kind(in_silence=True),
}


def must_be_allowed_to_write(user: User, kind_name: str) -> None:
    """Raise Refused if the person may not write this kind of text for others."""
    kind = KINDS[kind_name]
    if not kind.in_silence and (silence := silence_of(user)):
        raise Refused("silenced", silence)
    if level_of(user) < kind.least:
        raise Refused("guest", kind.refusal)


def silence_of(user: User) -> str:
    """Return a sentence for a silenced person, with the end and reason of the silence; "" for everyone else."""
    if user.silent_until is None or user.silent_until <= timezone.now():
        return ""
    until = date_format(user.silent_until.astimezone(ZoneInfo(user.time_zone)), "D j M Y, H:i")
    return f"You cannot write to other players until {until}. The reason: {full_stop(user.silent_because)}"
