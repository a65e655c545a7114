"""Answers in whole words: an option as it is called, or a line of the language in which one types on a page.

    north · sail M9 · M9 · keep gold, rum · trade gold for black 1 · BB D1; E E N E

Words count only where they say one thing that may be done now. What is meant as an order but cannot be done is told with
its reason, and is never taken for other text.
"""

import re
from collections.abc import Callable
from functools import cache

from games.engine import Action, Choose, Confirm, Decision, IllegalAction, NotYourDecision, Place, Ruleset, Words
from games.formats.notation.words import read_answer
from games.mail.grammar.reply_grammar import plain

A_SQUARE = re.compile(r"[a-z] ?\d{1,2}")


def reads(decision: Decision, words: str) -> bool:
    """Is this line an answer in the words of an edition, right or wrong?"""
    return isinstance(decision, Words) and decision.reads(words)


def after_name(decision: Decision, words: str) -> str | None:
    """What follows the name of the question (“sail M9”, “sail to M9”, “Sail: M9”), or None when it does not stand first."""
    match = heading(decision.name).match(words)
    if match is None:
        return None
    rest = words[match.end() :]
    return rest.removeprefix("to ") if isinstance(decision, Place) else rest


@cache
def heading(name: str) -> re.Pattern[str]:
    """The name of a question where it stands first."""
    return re.compile(rf"{re.escape(plain(name))}(?: ?[,:] ?| |$)")


def spoken(rules: Ruleset, decision: Choose, option: str, names: list[str]) -> set[str]:
    """The words that mean this option, by themselves or behind the name of the question."""
    return {plain(rules.label(decision, option, names)), plain(option)} - {""}


def named(rules: Ruleset, decision: Choose, words: str, names: list[str]) -> str:
    """The one option of these words, or "" """
    found = [option for option in decision.options if words in spoken(rules, decision, option, names)]
    return found[0] if len(found) == 1 else ""


def by_name(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[str]:
    """The options that these whole words mean. A bare code counts where it is a square; “end” alone says what “end the turn” says."""
    if not isinstance(decision, Choose):
        return []
    rest = after_name(decision, words)
    if rest == "" and isinstance(decision, Confirm):
        return list(decision.options)
    return [
        option
        for option in decision.options
        if (rest and rest in spoken(rules, decision, option, names))
        or words == plain(rules.label(decision, option, names))
        or (isinstance(decision, Place) and words == plain(option))
    ]


def in_words(rules: Ruleset, decisions: list[Decision], words: str, names: list[str]) -> list[Action]:
    """Every answer that these whole words could mean, for what the game waits for before all else; exactly one is wanted."""
    for optional in (False, True):
        asked = [decision for decision in decisions if decision.optional is optional]
        found = [Action(decision.seat, decision.name, option) for decision in asked for option in by_name(rules, decision, words, names)]
        if found := found or [action for decision in asked for action in typed(rules, decision, words, names)]:
            return found
    return []


def typed(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[Action]:
    """The answer that a line as on a page gives to this question, if there is one and it may be given."""
    try:
        rest = after_name(decision, words)
        said = read_answer(rules, decision, rest, names) if rest else words if reads(decision, words) else None
        return [] if said is None else [Action(decision.seat, decision.name, decision.check(said))]
    except IllegalAction:
        return []


def all_words(rules: Ruleset, decisions: list[Decision], names: list[str]) -> Callable[[str], bool]:
    """`fits(words)`: would this line, alone, be an order now? No line of ours may."""
    alone = {plain(rules.label(decision, option, names)) for decision in decisions for option in getattr(decision, "options", ())}
    alone |= {plain(option) for decision in decisions if isinstance(decision, Place) for option in decision.options}

    def fits(words: str) -> bool:
        if words in alone:
            return True
        named = [decision for decision in decisions if after_name(decision, words) is not None or reads(decision, words)]
        return bool(named and in_words(rules, named, words, names))

    return fits


# -- what is meant, but cannot be done ------------------------------------------------------------
def meant(rules: Ruleset, decisions: list[Decision], words: str, names: list[str], is_first: bool) -> Action | None:
    """What a line would say that cannot be done; None where it is other text. Raises RulesError, too.

    A square surely is an order, and so are words that only orders have. In the first line the name of the question is enough.
    """
    for decision in decisions:
        rest = after_name(decision, words)
        if reads(decision, words):
            return Action(decision.seat, decision.name, words)
        if isinstance(decision, Place) and A_SQUARE.fullmatch(rest or words):
            return Action(decision.seat, decision.name, square(rest or words))
        if is_first and rest:
            return Action(decision.seat, decision.name, read_answer(rules, decision, rest, names))
    if A_SQUARE.fullmatch(words):
        raise NotYourDecision("not-asked", f"No square is asked for at “{words.upper()}”.")
    return None


def square(words: str) -> str:
    """A square as boards name it; other words as they are."""
    return words.replace(" ", "").upper() if A_SQUARE.fullmatch(words) else words


def to_try(decisions: list[Decision], action: Action) -> Action:
    """As much of an action as can be tried: of orders in words all but what shows something new."""
    decision = next((found for found in decisions if found.name == action.decision), None)
    return action._replace(answer=decision.to_try(action.answer)) if isinstance(decision, Words) else action
