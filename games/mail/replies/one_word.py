"""A letter that is answered by one word, such as “yes” to a vote or “ready” at a ready check: read once for all who ask such things.

What came of it is said in the thread of the game it was about (`receipt`); seasons have letters of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from games.engine import RulesError
from games.mail import letter_parts as parts
from games.mail.answered import answered_letter
from games.mail.grammar.reply_grammar import read_block
from games.mail.replies import turn_replies
from games.models import Game
from games.queries.table_view import TableView
from notifications import Letter
from notifications.inbound import Verdict
from notifications.models import LetterIn, Stop
from notifications.telling import Telling

State = LetterIn.State


@dataclass(frozen=True)
class OneWord:
    """One kind of such letters.

    `answers` has the words for each thing that may be asked; `unread` is said to anything else, with those words at {}.
    `act` takes the person, the facts of the address and the word, does it and says it back; it raises RulesError for what is
    refused with a reason, and ObjectDoesNotExist (told as `stranger`) for who has no part in it any more.
    `category` and `stopped`: which letters the word “stop” ends, and what is said then.
    """

    answers: dict[str, tuple[str, ...]]
    unread: str
    act: Callable[..., str]
    stranger: str
    category: str
    stopped: str

    def read(self, letter: LetterIn, text: str) -> Verdict:
        """Do what an answer says. Runs in the transaction that closes the letter."""
        facts = letter.reply_address.facts
        words = self.answers[facts["asked"]]
        block = read_block(text, words.__contains__)
        if block.word == "stop":
            Stop.objects.get_or_create(user=letter.user, category=self.category, defaults={"by": "letter"})
            return Verdict(State.APPLIED, "stop", {"said": self.stopped, "word": "stop"})
        said = block.lines[0].words if block.lines and not block.dry else ""
        if said not in words:
            listed = " or ".join(f"“{word}”" for word in words)
            return turn_replies.refuse_letter(letter, "unread", {"said": self.unread.format(listed)}, text)
        try:
            return Verdict(State.APPLIED, "counted", {"said": self.act(letter.user, facts, said)})
        except RulesError as refusal:
            return turn_replies.refuse_letter(letter, refusal.code, {"said": refusal.text}, text)
        except ObjectDoesNotExist:
            return Verdict(State.REFUSED, self.stranger)


def receipt(notice: Telling, too_old: str, where: Callable[[Game, Any], str]) -> Letter | None:
    """The answer to such a letter about a game: what was done, or `too_old`, and `where` (game, person) it goes on."""
    about = answered_letter(notice)
    if about is None:
        return None
    sentence = about.letter.facts.get("said") or f"That letter of ours is too old to be answered. {too_old}"
    context = {"link": where(about.game, notice.user), "sentence": sentence, "in_reply_to": about.letter.message_id}
    return parts.letter("letters/clock", notice, TableView.of_nobody(about.game), context)
