"""Permission to write words that others read: services that store such words call `must_be_allowed` (docs/trust.md)."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from accounts.trust import Refused, Trust, level_of
from core.plain_text import full_stop


class Kind(NamedTuple):
    """A kind of words: its lowest level of trust, the message for lower levels, and whether silenced people may write it."""

    least: Trust = Trust.GUEST
    refusal: str = ""
    in_silence: bool = False


ORGANISERS = "A guest account works in one browser only, and cannot organise leagues. Sign up first."
KINDS = {
    "a person's name": Kind(),
    "talk at a table": Kind(),
    "talk of spectators": Kind(Trust.NEW, "Guests do not talk here. Sign up first."),
    "the name of a private table": Kind(),
    "the name of a public table": Kind(
        Trust.NEW, "Guests cannot name a table that anyone may join. Leave its name empty, or sign up first."
    ),
    "the name of a league": Kind(Trust.NEW, ORGANISERS),
    "house rules": Kind(Trust.NEW, ORGANISERS),
    "an organiser's reason": Kind(Trust.NEW, ORGANISERS),
    "an appeal": Kind(Trust.NEW, "Sign up first, then register.", in_silence=True),
    "a report": Kind(in_silence=True),
}


def must_be_allowed(user: User, kind_name: str) -> None:
    """Raise Refused if the person may not write words of this kind to others."""
    kind = KINDS[kind_name]
    if not kind.in_silence and (silence := silence_of(user)):
        raise Refused("silenced", silence)
    if level_of(user) < kind.least:
        raise Refused("guest", kind.refusal)


def silence_of(user: User) -> str:
    """Return a sentence for a silenced person, with the end and reason of their silence; "" for everyone else."""
    if user.silent_until is None or user.silent_until <= timezone.now():
        return ""
    until = date_format(user.silent_until.astimezone(ZoneInfo(user.time_zone)), "D j M Y, H:i")
    return f"You cannot write to other players until {until}. The reason: {full_stop(user.silent_because)}"
