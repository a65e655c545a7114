"""Answers by letter to what a table asks: “yes” or “no” to a vote or to a request for a day, “ready” at a ready check."""

from accounts.models import User
from games.agreements import extensions, votes
from games.clock_overview import clock_sentences
from games.mail import fallback_letters, first_turns
from games.mail import letter_parts as parts
from games.mail.answered import HELD
from games.mail.replies.one_word import OneWord, receipt
from games.models import Game, Vote
from games.notices import READY_CHECK
from games.tables import ready_check
from notifications import KindName, Letter
from notifications.inbound import LetterFacts, reads, reply_addresses
from notifications.telling import Telling

PURPOSE = "table"
ANSWERS = {"vote": ("yes", "no"), "day": ("yes", "no"), READY_CHECK: ("ready",)}
UNREAD = "We found neither of these words alone on the first line of your letter: {}. So nothing was counted."

RECEIPT = KindName[LetterFacts]("receipt-table")


def reply_to(user: User, game: Game, asked: str, **about: int) -> str:
    """Return the address for the answer to such a letter; "" if the site receives no mail."""
    return reply_addresses.new_address(user, PURPOSE, {"game": game.pk, "asked": asked, **about})


def count(user: User, facts: dict, said: str) -> str:
    """Carry out the answer and return a sentence about it. Raises RulesError, ObjectDoesNotExist."""
    if facts["asked"] == READY_CHECK:
        begun = ready_check.say_ready(facts["game"], user)
        first_turns.tell_at_once(facts["game"], user)
        return "You are ready, and the game has begun." if begun else "You are ready. The game begins when everyone is."
    if facts["asked"] == "day":
        return a_day(user, facts, said)
    vote = votes.cast_vote(facts["game"], user, facts["vote"], said == "yes")
    return f"You answered {said}: {question(vote)}? {outcome(vote)}"


def a_day(user: User, facts: dict, said: str) -> str:
    """Give the captain in the letter a day more, or leave it to others. Return a sentence about it."""
    if said == "no":
        return "You give no day. Nothing has changed, and nobody is told."
    player = extensions.give_extension(facts["game"], user, facts["wait"], facts["days"])
    return f"You gave {player.name} a day more. That was kind."


def question(vote: Vote) -> str:
    names = [player.name for player in vote.game.players.select_related("user").order_by("seat")]
    return clock_sentences.vote_words(vote, names)


words = OneWord(ANSWERS, UNREAD, count, "not-seated", "turns", "You get no more letters about your turns and tables.")
reads(PURPOSE, receipt=RECEIPT, held=HELD)(words.read)


def outcome(vote: Vote) -> str:
    """Return how a vote stands, in a sentence."""
    if vote.result:
        return {"passed": "The table has agreed.", "failed": "The table has not agreed."}.get(vote.result, "That is not asked any more.")
    asked = votes.voters(vote.game, vote.kind, vote.facts.get("target"))
    yes = vote.ballots.filter(yes=True, seat__in=asked).count()
    return f"{yes} of {len(asked)} have said yes so far."


@fallback_letters.writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    """Write the receipt for one such letter."""
    return receipt(notice, "What you can say now is on the table’s page.", lambda game, _: parts.site_link("clock", game.pk))
