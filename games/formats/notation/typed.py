"""Read a line typed into the page: the notation of records, without number and check."""

from games.engine import Action, Decision, IllegalAction, NotYourDecision, Ruleset

from .words import read_answer

LONGEST_LINE = 300


def typed(rules: Ruleset, decisions: list[Decision], line: str, names: list[str]) -> Action:
    """Return the action in this line: "sail M9", or just "M9" if only one thing is asked. Raises RulesError."""
    line = " ".join(line.split())
    if not line or len(line) > LONGEST_LINE or not line.isprintable():
        raise IllegalAction("malformed", "Write what you want to do, such as “sail M9”.")
    if not decisions:
        raise NotYourDecision("not-asked", "Nothing is asked of you now.")
    word, _, rest = line.partition(" ")
    for decision in decisions:
        if decision.name == word.casefold():
            return Action(decision.seat, decision.name, read_answer(rules, decision, rest or only(decision), names))
    required = [decision for decision in decisions if not decision.optional]
    if len(required) != 1:
        asked = ", ".join(f"“{decision.name}”" for decision in decisions)
        raise IllegalAction("malformed", f"Begin with one of the words {asked}.")
    return Action(required[0].seat, required[0].name, read_answer(rules, required[0], line, names))


def only(decision: Decision) -> str:
    """Return the only option of a question, for a line that names only the question; "" if there are several."""
    options: tuple[str, ...] = getattr(decision, "options", ())
    return options[0] if len(options) == 1 else ""
