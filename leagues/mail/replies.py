"""Process replies to letters of a season: “ready” at a ready check, “ready” or “no” to a substitute call."""

from accounts.models import User
from games.mail.replies.one_word import OneWord
from leagues.models import Entry, Season, SubCall
from leagues.services import ready_check, substitutes
from notifications import KindName
from notifications.inbound import LetterFacts, reads, reply_addresses
from notifications.models import ReplyAddress

PURPOSE = "season"
RECEIPT = KindName[LetterFacts]("receipt-league")
READY_CHECK = "muster"
"""The stored name of a ready check in a reply address."""
ANSWERS = {READY_CHECK: ("ready",), "call": ("ready", "no")}
UNREAD = "We found {} nowhere alone on the first line of your letter. So nothing was done."


def new_row(user: User, season: Season, asked: str, call: int) -> ReplyAddress:
    """Return a new address that takes the answer to such a letter; its key opens the page that takes it."""
    return reply_addresses.new_row(user, PURPOSE, {"season": season.pk, "asked": asked, "call": call})


def is_asked(user: User, facts: dict) -> bool:
    """Return whether this person is still asked what the letter with these facts asks."""
    if facts["asked"] == READY_CHECK:
        entry = Entry.objects.filter(season=facts["season"], user=user, status=Entry.Status.ACCEPTED).first()
        return entry is not None and ready_check.round_to_confirm(entry) is not None
    return SubCall.objects.filter(pk=facts["call"], substitute__user=user, answer="").exists()


def carry_out_reply(user: User, facts: dict, word: str) -> str:
    """Carry out a reply, and return the acknowledgement. Raise RulesError or ObjectDoesNotExist."""
    if facts["asked"] == READY_CHECK:
        ready_check.say_ready(facts["season"], user)
        return "You are ready. Each of your tables begins when all of its captains are."
    substitutes.answer_call(facts["call"], user, word == "ready")
    return "The seat is yours. Fair winds!" if word == "ready" else "Thank you for the answer; somebody else is asked."


words = OneWord(ANSWERS, UNREAD, carry_out_reply, "not-playing", "leagues", "You get no more letters about your leagues.")
reads(PURPOSE, receipt=RECEIPT, held=RECEIPT)(words.read)
