"""Carry out answers by letter or link: “yes” or “no” to a vote or a request for a day, “ready”, and “take back” for an open seat."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from accounts.models import User
from games.agreements import clock_sentences, extensions, votes
from games.announcements.notices import READY_CHECK
from games.mail import fallback_letters, open_questions
from games.mail import letter_parts as parts
from games.mail.answered import HELD
from games.mail.replies.one_word import OneWord, receipt
from games.models import Game, Player, Vote, Wait
from games.tables import starting
from games.timeouts import seats
from notifications import KindName, Letter
from notifications.inbound import LetterFacts, reads, reply_addresses
from notifications.models import ReplyAddress
from notifications.telling import Telling

PURPOSE = "table"
VOTE, DAY, SEAT = "vote", "day", "seat"
ANSWERS = {VOTE: ("yes", "no"), DAY: ("yes", "no"), READY_CHECK: ("ready",), SEAT: ("take back",)}
UNREAD = "The first line of your letter is neither of these words: {}. So nothing was counted."

RECEIPT = KindName[LetterFacts]("receipt-table")


def new_row(user: User, game: Game, asked: str, **about: int) -> ReplyAddress:
    """Return a new reply address for a table's question of the kind `asked`; the address's key opens the answer page."""
    return reply_addresses.new_row(user, PURPOSE, {"game": game.pk, "asked": asked, **about})


def asked_sentence(user: User, facts: dict[str, Any]) -> str:
    """Return the table's question to a captain, from the facts of the reply address; "" once the question is closed."""
    return SENTENCES[facts["asked"]](user, facts)


def vote_sentence(user: User, facts: dict[str, Any]) -> str:
    vote = Vote.objects.filter(pk=facts["vote"], result="").select_related("game").first()
    if vote is None:
        return ""
    names, paused = names_at(vote.game), vote.facts.get("until")
    moment = parts.deadline_words(datetime.fromisoformat(paused), user)["when"] if paused else ""
    until = parts.deadline_words(vote.expires_at, user)["when"]
    asked = clock_sentences.vote_words(vote, names, moment)
    return f"{names[vote.seat]} asks the table: {asked}? Answer by {until}; no answer counts as no."


def day_sentence(user: User, facts: dict[str, Any]) -> str:
    """Return the sentence that asks for a day; "" once another captain has given the day, or the turn is over."""
    wait = Wait.objects.filter(pk=facts["wait"], closed_at=None).exclude(wants_day_at=None).select_related("game").first()
    chairs = list(wait.game.players.select_related("user").order_by("seat")) if wait else []
    if wait is None or not any(player.user_id == user.pk for player in extensions.possible_givers(chairs, wait.seat)):
        return ""
    asker = next(player for player in chairs if player.seat == wait.seat)
    until = parts.deadline_words(wait.due_at, user)["when"]
    now = f"The time was up at {until}" if wait.overdue_at else f"Their answer is due by {until}"
    return f"{asker.name} asks for another day. {now}. One captain is enough to give the day. If nobody does, nothing changes."


def ready_sentence(user: User, facts: dict[str, Any]) -> str:
    game = Game.objects.filter(pk=facts["game"], status=Game.Status.OPEN).exclude(ready_by=None).first()
    if game is None or not game.players.filter(user=user, ready=False).exists():
        return ""
    until = parts.deadline_words(game.ready_by, user)["when"]
    return (
        f"Every chair is taken. Say by {until} that you are ready, or your chair goes to somebody else. The game begins when all are ready."
    )


def seat_sentence(user: User, facts: dict[str, Any]) -> str:
    is_open = Player.objects.filter(game=facts["game"], user=user, mode=Player.Mode.OPEN).exists()
    return "Another captain may take your seat. Until then a bot plays for you." if is_open else ""


SENTENCES: dict[str, Callable[[User, dict[str, Any]], str]] = {
    VOTE: vote_sentence, DAY: day_sentence, READY_CHECK: ready_sentence, SEAT: seat_sentence,
}  # fmt: skip


def count(user: User, facts: dict[str, Any], word: str) -> str:
    """Carry out an answer and return a sentence about the result. Raise RulesError or ObjectDoesNotExist if the answer is refused."""
    if facts["asked"] == READY_CHECK:
        begun = starting.say_ready(facts["game"], user)
        open_questions.tell_at_once(facts["game"], user)
        return "You are ready, and the game has begun." if begun else "You are ready. The game begins when everyone is."
    if facts["asked"] == DAY and word == "no":
        return "You give no day. Nothing has changed, and nobody is told."
    if facts["asked"] == DAY:
        player = extensions.give_extension(facts["game"], user, facts["wait"], facts["days"])
        return f"You gave {player.name} another day. That was kind."
    if facts["asked"] == SEAT:
        seats.take_back(facts["game"], user)
        return "Welcome back: the seat is yours. Your standing orders are as you left them."
    vote = votes.cast_vote(facts["game"], user, facts["vote"], word == "yes")
    return f"You answered {word}: {clock_sentences.vote_words(vote, names_at(vote.game))}? {outcome(vote)}"


def names_at(game: Game) -> list[str]:
    return [player.name for player in game.players.select_related("user").order_by("seat")]


words = OneWord(ANSWERS, UNREAD, count, "not-seated", "turns", "You get no more letters about your turns and tables.")
reads(PURPOSE, receipt=RECEIPT, held=HELD)(words.read)


def outcome(vote: Vote) -> str:
    if vote.result:
        return {"passed": "The table has agreed.", "failed": "The table has not agreed."}.get(vote.result, "That is not asked any more.")
    asked = votes.voters(vote.game, vote.kind, vote.facts.get("target"))
    yes = vote.ballots.filter(yes=True, seat__in=asked).count()
    return f"{yes} of {len(asked)} have said yes so far."


@fallback_letters.writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    return receipt(notice, "What you can say now is on the table’s page.", lambda game, _: game)
