"""A letter that is answered by one word, such as “yes” to a vote or “ready” at a muster: read once for all who ask such things."""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist

from games import by_mail
from games.engine import RulesError
from games.reply_grammar import read_block
from notifications.inbound import Verdict
from notifications.models import LetterIn, Stop

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
        facts = letter.address.facts
        words = self.answers[facts["asked"]]
        block = read_block(text, words.__contains__)
        if block.word == "stop":
            Stop.objects.get_or_create(user=letter.user, category=self.category, defaults={"by": "letter"})
            return Verdict(State.APPLIED, "stop", {"said": self.stopped, "word": "stop"})
        said = block.lines[0].words if block.lines and not block.dry else ""
        if said not in words:
            listed = " or ".join(f"“{word}”" for word in words)
            return by_mail.refused(letter, "unread", {"said": self.unread.format(listed)}, text)
        try:
            return Verdict(State.APPLIED, "counted", {"said": self.act(letter.user, facts, said)})
        except RulesError as refusal:
            return by_mail.refused(letter, refusal.code, {"said": refusal.text}, text)
        except ObjectDoesNotExist:
            return Verdict(State.REFUSED, self.stranger)
