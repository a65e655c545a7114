"""Decide whether a letter may take effect, before any word of the letter is read as an order."""

from email.utils import parseaddr

from django.conf import settings
from django.db.models import QuerySet

from core.prepared import NUMBER, TEXT, Blank, Prepared
from notifications import bounces, delivery_times
from notifications.inbound import Verdict
from notifications.models import LetterIn, ReplyAddress

from . import limits
from .parsing import Parsed

State = LetterIn.State


def machine_made(letter: LetterIn, parsed: Parsed) -> str:
    if not letter.envelope_from or letter.envelope_from == "<>":
        return "null-sender"
    if parsed.automatic:
        return parsed.automatic
    ours = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    from_in = parsed.sender.endswith(f"@{settings.REPLY_DOMAIN}") and settings.REPLY_DOMAIN != "localhost"
    return "our-own" if parsed.sender == ours or from_in else ""


def why_unreadable(letter: LetterIn, parsed: Parsed) -> Verdict | None:
    """Return a verdict if a machine wrote the letter or the letter cannot be read; else None."""
    if parsed.problem:
        return Verdict(State.REFUSED, parsed.problem)
    why = machine_made(letter, parsed)
    return Verdict(State.IGNORED, why) if why else None


def why_refused(letter: LetterIn, address: ReplyAddress, parsed: Parsed) -> Verdict | None:
    """Return a verdict if the letter ends here, without a receipt; else None."""
    if verdict := why_unreadable(letter, parsed):
        return verdict
    if limits.is_beyond(letter, address):
        return Verdict(State.IGNORED, limits.TOO_MANY)
    if parsed.message_id and same_letters(address.pk, parsed.message_id, letter.pk):
        return Verdict(State.IGNORED, "twice")
    if address.user and not address.user.is_active:
        return Verdict(State.IGNORED, "no-account")
    return None


@Prepared.of(NUMBER, TEXT, NUMBER)
def same_letters(address: Blank, message_id: Blank, letter: Blank) -> QuerySet[LetterIn, int]:
    """Return the id of another processed letter with the same Message-ID and address, if there is one."""
    same = LetterIn.objects.filter(address=address, message_id=message_id).exclude(pk=letter)
    return same.filter(state__in=[State.APPLIED, State.HELD, State.REFUSED]).values_list("pk", flat=True)[:1]


def why_unsure(letter: LetterIn, address: ReplyAddress, parsed: Parsed) -> str:
    """Return why the sender must confirm the letter on the site before it takes effect, or ""."""
    if address.user and delivery_times.general_preference(address.user).holds_answers:
        return "always-held"
    confirmed = bounces.confirmed(address.user.pk) if address.user else [address.facts["email"]]
    if parsed.sender not in {email.lower() for email in confirmed}:
        return "other-sender"
    if letter.auth != LetterIn.Auth.PASS:
        return "not-proved"
    return "absent" if parsed.absent else ""
