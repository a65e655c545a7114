"""What a person writes in reply to a letter."""

import re
from collections.abc import Sequence
from typing import Any

from games.engine import Action, Choose, Deal, Decision, Place, Ruleset
from games.mail.grammar.reply_codes import letters

CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  (.+)$", re.MULTILINE)


def reply(rules: Ruleset, letter: Any, decision: Decision, action: Action, names: list[str]) -> str:
    """Return the line that says this: in words where a word will do, else with the code in the letter and letters for things.

    `letter` is a letter with its text as `body`. Raises LookupError if the letter does not offer it.
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
