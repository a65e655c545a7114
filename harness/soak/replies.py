"""Letters of the site as people have them, and what they write in reply."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import Action, Amount, Choose, Deal, Decision, Place, Ruleset
from games.mail.grammar.reply_codes import letters
from harness.soak.mail_programs import Original

CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  (.+)$", re.MULTILINE)
GAME = re.compile(r"/games/(\d+)/")
LINK = re.compile(r"/letters/do/[^\s\"<>]+")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the site as its reader has it; `game` is the first that it links to."""

    to: str
    kind: str
    body: str
    html: str
    reply_to: str
    answers: str
    game: int | None
    original: Original

    @classmethod
    def of(cls, message: Any, to: str) -> "Letter":
        """Return what a reader sees of a message."""
        headers = message.extra_headers
        html = next((str(part.content) for part in getattr(message, "alternatives", ()) if "html" in part.mimetype), "")
        found = GAME.search(message.body)
        original = Original(headers.get("From", message.from_email), message.subject, message.body, headers.get("Message-ID", ""))
        return cls(
            to, headers.get("Feedback-ID", "account").partition(":")[0], message.body, html, headers.get("Reply-To", ""),
            headers.get("In-Reply-To", ""), int(found[1]) if found else None, original,
        )  # fmt: skip


def reply(rules: Ruleset, letter: Letter, decision: Decision, action: Action, names: list[str]) -> str:
    """Return the line that says this: in words where a word will do, else with the code in the letter and letters for things.

    Raises LookupError if the letter does not offer it.
    """
    said = decision.check(action.answer)
    if isinstance(decision, Place):
        return f"{decision.name} {said}"
    if isinstance(decision, Choose):
        return rules.label(decision, said, names)
    question = rules.ask(decision, names)
    code = next((code for code, label in CODE.findall(letter.body) if question.startswith(label[:25])), None)
    if code is None:
        raise LookupError(f"the letter does not ask: {question}")
    if isinstance(decision, Amount):
        return f"{code}: {said}"
    if isinstance(decision, Deal):
        given, taken = said
        return f"{code}: {lettered(decision.give, given)} for {lettered(decision.take, taken, len(decision.give))}"
    return f"{code}: {lettered(getattr(decision, 'options'), said)}"  # noqa: B009 - not all decisions have them


def lettered(options: Sequence[Any], chosen: Sequence[Any], start: int = 0) -> str:
    """Return the letters of some items among those of a question."""
    left, found = list(enumerate(options, start)), []
    for item in chosen:
        index = next(index for index, option in left if option == item)
        left.remove((index, item))
        found.append(letters(index))
    return " ".join(found)


def in_rows(said: Any) -> Any:
    """Return an answer as rows have it, in an order of its own: what is picked has none."""
    return sorted((in_rows(part) for part in said), key=str) if isinstance(said, list | tuple) else str(said)
