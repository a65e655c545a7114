"""Answers in whole words: the name of an option, or a line of the typed language of the pages.

    north · sail M9 · M9 · keep gold, rum · trade gold for black 1 · BB D1; E E N E

Words count only if they mean exactly one thing that is possible now. An order that cannot be carried out is refused with
its reason, and never taken for other text.
"""

import re
from collections.abc import Callable
from functools import cache

from games.engine import Action, Choose, Confirm, Decision, IllegalAction, NotYourDecision, Place, Ruleset, Words
from games.formats.notation.words import read_answer
from games.kit.heading import NUMBER as COMPASS
from games.mail.grammar.reply_grammar import plain

A_SQUARE = re.compile(r"[a-z] ?\d{1,2}")
MOVES = ("sail", "move", "go")
"""Names of questions for a square to move to: each stands for the others, if a square follows."""
TO_A_SQUARE = re.compile(rf"(?:(?:{'|'.join(MOVES)})(?: to)?:? |to )\(?({A_SQUARE.pattern})\)?")


def reads(decision: Decision, words: str) -> bool:
    """Is this line an answer in the edition's own language, right or wrong?"""
    return isinstance(decision, Words) and decision.matches(words)


def after_name(decision: Decision, words: str) -> str | None:
    """Return what follows the name of the question (“sail M9”, “sail to M9”, “Sail: M9”); None if the line has another beginning."""
    if isinstance(decision, Place) and decision.name in MOVES and (move := TO_A_SQUARE.fullmatch(words)):
        return move[1]
    match = heading(decision.name).match(words)
    if match is None:
        return None
    rest = words[match.end() :]
    return rest.removeprefix("to ") if isinstance(decision, Place) else rest


@cache
def heading(name: str) -> re.Pattern[str]:
    """Return a pattern for the name of a question at the beginning."""
    return re.compile(rf"{re.escape(plain(name))}(?: ?[,:] ?| |$)")


@cache
def beginnings(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for the name of any of these questions at the beginning."""
    return re.compile("|".join([*(heading(name).pattern for name in names), TO_A_SQUARE.pattern]))


def spoken(rules: Ruleset, decision: Choose, option: str, names: list[str]) -> set[str]:
    """Return the words that mean this option, alone or behind the name of the question. Hyphens of directions may be left out."""
    words = {plain(rules.label(decision, option, names)), plain(option)} - {""}
    return words | {word.replace("-", between) for word in words for between in (" ", "")} if option in COMPASS else words


def named(rules: Ruleset, decision: Choose, words: str, names: list[str]) -> str:
    """Return the one option of these words, or an empty string."""
    found = [option for option in decision.options if words in spoken(rules, decision, option, names)]
    return found[0] if len(found) == 1 else ""


def by_name(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[str]:
    """Return the options these whole words mean. A bare code counts if it is a square or a direction; “end” alone means “end the turn”."""
    if not isinstance(decision, Choose):
        return []
    rest = after_name(decision, words)
    if isinstance(decision, Place) and A_SQUARE.fullmatch(rest or words):
        return at_square(decision, rest or words)
    if rest == "" and isinstance(decision, Confirm):
        return list(decision.options)
    return [
        option
        for option in decision.options
        if (rest and rest in spoken(rules, decision, option, names))
        or words == plain(rules.label(decision, option, names))
        or (words == plain(option) and isinstance(decision, Place))
        or (option in COMPASS and words in spoken(rules, decision, option, names))
    ]


def at_square(decision: Place, words: str) -> list[str]:
    """Return the answer that this square is, also one that is not among the options but within reach; [] if it is none."""
    try:
        return [decision.check(square(words))]
    except IllegalAction:
        return []


def in_words(rules: Ruleset, decisions: list[Decision], words: str, names: list[str]) -> list[Action]:
    """Return every answer these whole words could mean: to required questions, or else to optional ones. Callers want exactly one."""
    for optional in (False, True):
        asked = [decision for decision in decisions if decision.optional is optional]
        found = [Action(decision.seat, decision.name, option) for decision in asked for option in by_name(rules, decision, words, names)]
        if found := found or [action for decision in asked for action in typed(rules, decision, words, names)]:
            return found
    return []


def typed(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[Action]:
    """Return the answer that a typed line gives to this question, if it is possible: one action or none."""
    try:
        rest = after_name(decision, words)
        said = read_answer(rules, decision, rest, names) if rest else words if reads(decision, words) else None
        return [] if said is None else [Action(decision.seat, decision.name, decision.check(said))]
    except IllegalAction:
        return []


def all_words(rules: Ruleset, decisions: list[Decision], names: list[str]) -> Callable[[str], bool]:
    """Return `fits(words)`: would this line, alone, be an order now? No line of our letters may be."""
    alone = {plain(rules.label(decision, option, names)) for decision in decisions for option in getattr(decision, "options", ())}
    alone |= {plain(option) for decision in decisions if isinstance(decision, Place) for option in decision.options}
    choices = [decision for decision in decisions if isinstance(decision, Choose)]
    turns = [(decision, option) for decision in choices for option in decision.options if option in COMPASS]
    alone |= {word for decision, option in turns for word in spoken(rules, decision, option, names)}
    begins, in_words_only = (
        beginnings(tuple(decision.name for decision in decisions)).match,
        [one for one in decisions if isinstance(one, Words)],
    )

    places = [decision for decision in decisions if isinstance(decision, Place)]

    def fits(words: str) -> bool:
        if words in alone or (A_SQUARE.fullmatch(words) and any(at_square(place, words) for place in places)):
            return True
        if not begins(words) and not (in_words_only and any(decision.matches(words) for decision in in_words_only)):
            return False  # as most lines of a letter
        named = [decision for decision in decisions if after_name(decision, words) is not None or reads(decision, words)]
        return bool(named and in_words(rules, named, words, names))

    return fits


# -- orders that cannot be carried out ------------------------------------------------------------
def meant(rules: Ruleset, decisions: list[Decision], words: str, names: list[str], is_first: bool) -> Action | None:
    """Return the action a line means although it is not possible; None if it is other text. Raises RulesError.

    A square is certainly an order, and so are words that only orders use. In the first line the question's name is enough.
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
    """Return a square as boards name it; other words as they are."""
    return words.replace(" ", "").upper() if A_SQUARE.fullmatch(words) else words


def to_try(decisions: list[Decision], action: Action) -> Action:
    """Return as much of an action as can be tried: of orders in words, everything but what reveals something."""
    decision = next((found for found in decisions if found.name == action.decision), None)
    return action._replace(answer=decision.to_try(action.answer)) if isinstance(decision, Words) else action
