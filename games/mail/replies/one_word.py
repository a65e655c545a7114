"""Carry out one-word answers, such as “yes” to a vote or “ready” at a ready check, and write the receipts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist

from accounts.models import User
from core.plain_text import one_line
from games.engine import RulesError
from games.mail import letter_parts as parts
from games.mail.answered import answered_letter, refuse_letter
from games.mail.grammar.command_grammar import is_order
from games.mail.grammar.reply_grammar import left_over, read_block
from games.mail.replies import own_words
from games.models import Game
from games.queries.table_view import TableView
from notifications import Letter
from notifications.inbound import LetterFacts, Verdict
from notifications.models import LetterIn, Stop
from notifications.telling import Telling

State = LetterIn.State
HELP = "Answer our letter with the one word {} on its first line. “stop” ends such letters."


@dataclass(frozen=True)
class OneWord:
    """A kind of letter that takes a one-word answer.

    `answers` maps each question to the accepted words, which replace {} in `unread`, the reply to any other text. `act(person, facts,
    word)` carries out an answer and returns a sentence; it raises RulesError for a refusal, and ObjectDoesNotExist if the person may not
    answer (reason `stranger`). “stop” ends the letters of `category`; `stopped` and `help` are the replies to “stop” and “help”.
    """

    answers: dict[str, tuple[str, ...]]
    unread: str
    act: Callable[..., str]
    stranger: str
    category: str
    stopped: str
    help: str = ""

    def read(self, letter: LetterIn, text: str) -> Verdict:
        """Carry out an answer, in the transaction that closes the letter."""
        if verdict := own_words.carry_out(letter, text):
            return verdict
        facts = letter.reply_address.facts
        words = self.answers[facts["asked"]]
        block = read_block(text, words.__contains__, is_order)
        rest = left_over(block, is_order)
        if block.word == "stop":
            Stop.objects.get_or_create(user=letter.user, category=self.category, defaults={"by": "letter"})
            return Verdict(State.APPLIED, "stop", {"said": self.stopped, "word": "stop", "rest": rest})
        answer, listed = block.lines[0].words if block.lines and not block.dry else "", " or ".join(f"“{word}”" for word in words)
        if block.word == "help":
            return Verdict(State.APPLIED, "help", {"said": f"{HELP.format(listed)} {self.help}".rstrip(), "rest": rest})
        if answer not in words:
            return refuse_letter(letter, "unread", {"said": self.unread.format(listed)}, text)
        try:
            return Verdict(State.APPLIED, "counted", {"said": self.act(letter.user, facts, answer), "rest": rest})
        except RulesError as refusal:
            return refuse_letter(letter, refusal.code, {"said": refusal.text}, text)
        except ObjectDoesNotExist:
            return Verdict(State.REFUSED, self.stranger)


def receipt(notice: Telling[LetterFacts], too_old: str, where: Callable[[Game, User], Game]) -> Letter | None:
    """Return a receipt with the result or `too_old`, and with a link to the game `where(game, person)`; None if the game was deleted."""
    about = answered_letter(notice)
    if about is None:
        return None
    sentence = about.letter.facts.get("said") or f"That letter of ours is too old to be answered. {too_old}"
    shown = where(about.game, notice.reader)
    context = {"link": parts.table_link(shown), "sentence": sentence, "in_reply_to": about.letter.message_id}
    if shown != about.game:
        context["own_link"] = parts.own_page(shown, notice.reader)
    context["rest"] = one_line(about.letter.facts.get("rest", ""), 120)
    return parts.letter("letters/clock", notice, TableView.of_nobody(about.game), context)
