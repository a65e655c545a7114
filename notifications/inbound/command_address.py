"""Handle letters to the command address, the site's only public address. A letter to it must prove its sender.

A member's letter is read like a reply to one of our letters, or held for confirmation if the sender is not verified. A stranger's
letter is answered once a day, with a reply address that takes the stranger's “yes”. Unverified strangers never get an answer, so
forged letters cannot make the site write to anybody.
"""

import hashlib
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

import notifications
from accounts import services as people
from accounts.models import User
from accounts.trust import inbox
from notifications import KindName, addresses
from notifications.inbound import ANSWERS_LIVE, LetterFacts, Verdict
from notifications.models import LetterIn, ReplyAddress

from . import auth_results, envelope, judging, limits, reply_addresses
from .parsing import Parsed


class WelcomeFacts(LetterFacts):
    """A stranger's letter, and the id of the reply address that takes the stranger's “yes”."""

    row: int


COMMANDS, STRANGER = "desk", "stranger"
"""Purposes of reply addresses. The quoted names are stored in the database, so they may differ from the constants' current names."""
WELCOME = KindName[WelcomeFacts]("stranger")
HELD_A_DAY = 5
"""The maximum number of unverified letters held for one member per day, because another person may be writing the letters."""
FROM_A_DOMAIN, FROM_ANYWHERE = 20, 100
"""The maximum number of strangers answered per hour from one domain, and in total."""
AN_HOUR, A_DAY, A_STRANGER_LIVES = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
ANSWERS_OF_A_STRANGER = 5
State, PASS = LetterIn.State, LetterIn.Auth.PASS


def is_noise(letter: LetterIn) -> bool:
    """Return whether to drop a letter to the command address, because the sender is neither verified nor a member's address."""
    if not addresses.is_command_address(letter.envelope_to) or letter.auth == PASS:
        return False
    if people.member_at(auth_results.writer(auth_results.header_lines(bytes(letter.raw)))):
        return False
    letter.raw = b""
    return True


def receive(letter: LetterIn, parsed: Parsed) -> ReplyAddress | Verdict:
    """Return the member's reply address for commands, or a verdict that ends the letter."""
    if verdict := judging.why_unreadable(letter, parsed):
        return verdict
    if not envelope.names_command_address(bytes(letter.raw)):
        letter.auth = LetterIn.Auth.NONE  # signed, but for another receiver: anybody could have forwarded the letter
    member = people.member_at(parsed.sender)
    if member is None:
        letter.raw = b""  # no word of the letter is read
        return Verdict(State.IGNORED, "absent") if parsed.absent else welcome(letter)
    if letter.auth != PASS:
        held = LetterIn.objects.filter(user=member, address__purpose=COMMANDS, received_at__gt=timezone.now() - A_DAY).exclude(auth=PASS)
        times = list(held.order_by("received_at").values_list("received_at", flat=True))
        if len(times) >= HELD_A_DAY:
            limits.say(letter, member, "held", times[-HELD_A_DAY] + A_DAY)
            return Verdict(State.IGNORED, limits.TOO_MANY)
    people.lock_user(member)  # read only one letter of a person at a time
    return standing_row(member)


def standing_row(member: User) -> ReplyAddress:
    """Return the member's reply address for commands, and renew it; create an address if there is none or it was revoked."""
    rows = ReplyAddress.objects.select_related("user").filter(user=member, purpose=COMMANDS, revoked=False)
    return reply_addresses.renew_address(rows.order_by("pk").first() or reply_addresses.new_row(member, COMMANDS, {}))


def standing_address(member: User) -> str:
    """Return the member's address for commands, the reply address of letters without questions; "" if the site takes no letters."""
    return reply_addresses.reply_address(standing_row(member)) if settings.REPLY_DOMAIN else ""


def welcome(letter: LetterIn) -> Verdict:
    """Tell a verified stranger how to get an account, within the limits on welcome letters."""
    if letter.auth != PASS:
        return Verdict(State.IGNORED, "not-proved")
    if not settings.DESK_STRANGERS:
        return Verdict(State.IGNORED, "no-account")
    sender, now = letter.sender, timezone.now()
    try:
        validate_email(sender)
    except ValidationError:
        return Verdict(State.IGNORED, "odd-from")
    if why := why_unanswered(sender):
        return Verdict(State.IGNORED, why)
    row = reply_addresses.new_row(None, STRANGER, {"email": sender}, A_STRANGER_LIVES, ANSWERS_OF_A_STRANGER)
    key, facts = f"stranger:{hashlib.sha256(inbox(sender).encode()).hexdigest()}:{now.date()}", WelcomeFacts(row=row.pk, letter=letter.pk)
    if notifications.notify(WELCOME, None, key, facts, expires_at=now + ANSWERS_LIVE, address=sender) is None:
        row.delete()
        return Verdict(State.IGNORED, "told-already")
    return Verdict(State.APPLIED, "welcomed")


def why_unanswered(sender: str) -> str:
    now, own = timezone.now(), inbox(sender)
    asked = ReplyAddress.objects.filter(user=None, purpose=STRANGER, made_at__gt=now - A_DAY).values_list("facts", "made_at")
    answered = [(inbox(facts["email"]), moment) for facts, moment in asked]
    if any(known == own for known, _ in answered):
        return "told-already"
    domains = [known.rpartition("@")[2] for known, moment in answered if moment > now - AN_HOUR]
    return "too-many" if len(domains) >= FROM_ANYWHERE or domains.count(own.rpartition("@")[2]) >= FROM_A_DOMAIN else ""


def become_command_address(row: ReplyAddress, member: User) -> None:
    """Turn the reply address that took a stranger's “yes” into the new account's address for commands."""
    row.user, row.purpose, row.facts = member, COMMANDS, {}
    row.save(update_fields=["user", "purpose", "facts"])
    reply_addresses.renew_address(row)
