"""What a person writes in reply to a letter, for tests that play whole games by mail."""

import re

from games.engine import Action, Choose, Deal, Decision, Place, Ruleset
from games.mail.grammar.reply_codes import letters

CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  (.+)$", re.MULTILINE)


def reply(rules: Ruleset, letter, decision: Decision, action: Action, names: list[str]) -> str:
    """The line that says this: in words where a word will do, else with the code in the letter and letters for things."""
    said = decision.check(action.answer)
    if isinstance(decision, Place):
        return f"{decision.name} {said}"
    if isinstance(decision, Choose):
        return rules.label(decision, said, names)
    question = rules.ask(decision, names)
    code = next(code for code, label in CODE.findall(letter.body) if question.startswith(label[:25]))
    if isinstance(decision, Deal):
        given, taken = said
        return f"{code}: {lettered(decision.give, given)} for {lettered(decision.take, taken, len(decision.give))}"
    return f"{code}: {lettered(decision.options, said)}"


def lettered(options, chosen, start: int = 0) -> str:
    """The letters of some items among those of a question."""
    left, found = list(enumerate(options, start)), []
    for item in chosen:
        index = next(index for index, option in left if option == item)
        left.remove((index, item))
        found.append(letters(index))
    return " ".join(found)
