"""Parse answers in whole words (“north”, “sail M9”) or in typed notation, which count only if they mean exactly one legal answer."""

import re
from collections.abc import Callable
from functools import cache

from games.engine import Action, Choose, Confirm, Decision, IllegalAction, NotYourDecision, Place, Ruleset, Words
from games.formats.notation.words import read_answer
from games.kit.heading import NUMBER as COMPASS
from games.mail.grammar.reply_grammar import plain

A_SQUARE = re.compile(r"[a-z] ?\d{1,2}")
MOVES = ("sail", "move", "go")
"""Names of questions that ask for a square to move to. Before a square, a reply may use any of the names."""
TO_A_SQUARE = re.compile(rf"(?:(?:{'|'.join(MOVES)})(?: to)?:? |to )\(?({A_SQUARE.pattern})\)?")


def reads(decision: Decision, words: str) -> bool:
    """Return whether a line is an answer in the edition's notation, legal or not."""
    return isinstance(decision, Words) and decision.matches(words)


def after_name(decision: Decision, words: str) -> str | None:
    """Return the text after the question's name (“sail M9”, “sail to M9”, “Sail: M9”); None if the words do not begin with the name."""
    if isinstance(decision, Place) and decision.name in MOVES and (move := TO_A_SQUARE.fullmatch(words)):
        return move[1]
    match = heading(decision.name).match(words)
    if match is None:
        return None
    rest = words[match.end() :]
    return rest.removeprefix("to ") if isinstance(decision, Place) else rest


@cache
def heading(name: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(plain(name))}(?: ?[,:] ?| |$)")


@cache
def beginnings(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join([*(heading(name).pattern for name in names), TO_A_SQUARE.pattern]))


def spoken(rules: Ruleset, decision: Choose, option: str, names: list[str]) -> set[str]:
    """Return the phrases that mean an option, alone or after the question's name. Directions need no hyphens."""
    words = {plain(rules.label(decision, option, names)), plain(option)} - {""}
    return words | {word.replace("-", between) for word in words for between in (" ", "")} if option in COMPASS else words


def named(rules: Ruleset, decision: Choose, words: str, names: list[str]) -> str:
    """Return the option that the words name; "" if no option matches, or several do."""
    matches = [option for option in decision.options if words in spoken(rules, decision, option, names)]
    return matches[0] if len(matches) == 1 else ""


def by_name(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[str]:
    """Return the options that the words name. The name of a confirmation alone is a yes: “end” ends the turn."""
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
    """Return a list with the answer for a square, which may be legal without being listed; [] if the square is illegal."""
    try:
        return [decision.check(square(words))]
    except IllegalAction:
        return []


def in_words(rules: Ruleset, decisions: list[Decision], words: str, names: list[str]) -> list[Action]:
    """Return every answer to required questions that the words could mean; if there is none, every answer to optional questions."""
    for optional in (False, True):
        asked = [decision for decision in decisions if decision.optional is optional]
        actions = [Action(decision.seat, decision.name, option) for decision in asked for option in by_name(rules, decision, words, names)]
        if actions := actions or [action for decision in asked for action in typed(rules, decision, words, names)]:
            return actions
    return []


def typed(rules: Ruleset, decision: Decision, words: str, names: list[str]) -> list[Action]:
    """Return a list with the answer that a typed line gives to a question; [] for an illegal answer or other text."""
    try:
        rest = after_name(decision, words)
        answer = read_answer(rules, decision, rest, names) if rest else words if reads(decision, words) else None
        return [] if answer is None else [Action(decision.seat, decision.name, decision.check(answer))]
    except IllegalAction:
        return []


def all_words(rules: Ruleset, decisions: list[Decision], names: list[str]) -> Callable[[str], bool]:
    """Return `fits(words)`, which tells whether words alone would be an order now. No line of the site's letters may be an order."""
    alone = {plain(rules.label(decision, option, names)) for decision in decisions for option in getattr(decision, "options", ())}
    alone |= {plain(option) for decision in decisions if isinstance(decision, Place) for option in decision.options}
    choices = [decision for decision in decisions if isinstance(decision, Choose)]
    turns = [(decision, option) for decision in choices for option in decision.options if option in COMPASS]
    alone |= {word for decision, option in turns for word in spoken(rules, decision, option, names)}
    begins = beginnings(tuple(decision.name for decision in decisions)).match
    in_words_only = [decision for decision in decisions if isinstance(decision, Words)]
    places = [decision for decision in decisions if isinstance(decision, Place)]

    def fits(words: str) -> bool:
        if words in alone or (A_SQUARE.fullmatch(words) and any(at_square(place, words) for place in places)):
            return True
        if not begins(words) and not any(decision.matches(words) for decision in in_words_only):
            return False  # quick exit for most lines of a letter
        named = [decision for decision in decisions if after_name(decision, words) is not None or reads(decision, words)]
        return bool(named and in_words(rules, named, words, names))

    return fits


# -- illegal orders -------------------------------------------------------------------------------
def meant(rules: Ruleset, decisions: list[Decision], words: str, names: list[str], is_first: bool) -> Action | None:
    """Return the illegal action that a line means; None for other text. Raise RulesError for an unreadable order."""
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
    """Return a square in upper case without blanks; return other words unchanged."""
    return words.replace(" ", "").upper() if A_SQUARE.fullmatch(words) else words


def to_try(decisions: list[Decision], action: Action) -> Action:
    """Return the action for a preview, without the parts of orders in words that would reveal hidden facts."""
    decision = next((asked for asked in decisions if asked.name == action.decision), None)
    return action._replace(answer=decision.to_try(action.answer)) if isinstance(decision, Words) else action
