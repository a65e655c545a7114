"""Process replies to letters of a season: “ready” at a ready check, “ready” or “no” to a substitute call."""

from datetime import datetime
from typing import Any

from django.utils.text import get_text_list

from accounts.models import User
from games.mail.letter_parts import local_time
from games.mail.replies.one_word import OneWord
from games.rulesets import get_ruleset
from leagues.models import Entry, Round, SubCall
from leagues.services import ready_check, substitutes
from notifications import KindName
from notifications.inbound import LetterFacts, reads

PURPOSE = "season"
RECEIPT = KindName[LetterFacts]("receipt-league")
READY_CHECK = "muster"
"""The stored name of a ready check in a reply address."""
ANSWERS = {READY_CHECK: ("ready",), "call": ("ready", "no")}
UNREAD = "The first line of your letter is not the one word {}, so nothing was done."


def asked_sentence(user: User, facts: dict[str, Any]) -> str:
    """Return what the letter with these facts asks this person, or "" if it is not asked any more."""
    if facts["asked"] == READY_CHECK:
        entry = Entry.objects.filter(season=facts["season"], user=user, status=Entry.Status.ACCEPTED).first()
        opened = ready_check.round_to_confirm(entry) if entry else None
        return ready_sentence(user, opened) if opened else ""
    call = open_call(user, facts["call"])
    return call_sentence(user, call) if call else ""


def ready_sentence(user: User, opened: Round) -> str:
    return (
        f"Your tables wait for you: say by {day(opened.ready_check_end, user)} that you are ready. If you do not answer, a "
        "substitute is asked in your place, and you get a yellow card."
    )


def open_call(user: User, pk: int) -> SubCall | None:
    """Return the call with what its sentence needs; None if this substitute is not called any more."""
    calls = SubCall.objects.select_related("seat__fixture__round__season__league", "seat__fixture__division")
    return calls.prefetch_related("seat__fixture__seats__entry__user").filter(pk=pk, substitute__user=user, answer="").first()


def call_sentence(user: User, call: SubCall) -> str:
    fixture = call.seat.fixture
    others = get_text_list([seat.entry.name for seat in fixture.seats.all() if seat != call.seat], "and")
    edition = get_ruleset(fixture.round.season.league.ruleset).name
    table = f"table {fixture.number} of {fixture.division.name} ({edition}), with {others}"
    return f"A seat is open at {table}. Would you take it? Answer by {day(call.until, user)}; after that somebody else is asked."


def day(moment: datetime, user: User) -> str:
    """Return the date in the reader's time zone."""
    return local_time(moment, user, "%A %-d %B, %H:%M")


def carry_out_reply(user: User, facts: dict[str, Any], word: str) -> str:
    """Carry out a reply, and return the acknowledgement. Raise RulesError or ObjectDoesNotExist."""
    if facts["asked"] == READY_CHECK:
        ready_check.say_ready(facts["season"], user)
        return "You are ready. Each of your tables begins when all of its captains are."
    substitutes.answer_call(facts["call"], user, word == "ready")
    return "The seat is yours. Fair winds!" if word == "ready" else "Thank you for the answer; somebody else is asked."


words = OneWord(ANSWERS, UNREAD, carry_out_reply, "not-playing", "leagues", "You get no more letters about your leagues.")
reads(PURPOSE, receipt=RECEIPT, held=RECEIPT)(words.read)
