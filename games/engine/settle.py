"""After every action: who can be answered for at once, and who must be asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .decisions import SITE, Decision
from .facts import Action
from .ruleset import Ruleset, S, V

Answer = Callable[[V, Decision], Any]
"""`answer(view, decision)`: what this seat says at once, or None: ask the person (let it be, when optional)."""


def next_reaction(rules: Ruleset[S, V], state: S, answers: Mapping[int, Answer[V]]) -> Action | None:
    """The first reaction that some seat's standing orders answer, or None when people have to be asked.

    `answers` maps seats to the function that speaks for them. Required reactions come before optional ones,
    which are offered in the ruleset's own order (clockwise from the mover). When nobody speaks, a question that is
    nobody's and takes no time is answered.
    """
    decisions = rules.decisions(state)
    for decision in reactions(decisions):
        speak = answers.get(decision.seat)
        if speak is None:
            continue
        said = speak(rules.view(state, decision.seat), decision)
        if said is not None:
            return Action(decision.seat, decision.name, said)
        if not decision.optional:
            return None
    return next((site_answer(decision) for decision in decisions if is_due_at_once(decision)), None)


def is_due_at_once(decision: Decision) -> bool:
    """Is this a question to nobody, for which no time has to pass?"""
    return decision.seat is SITE and not decision.facts["hours"]


def site_answer(decision: Decision) -> Action:
    """What the site says to a question that is nobody's."""
    return Action(SITE, decision.name, decision.default)


def reactions(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """The reactions among the open decisions, required ones first."""
    found = [decision for decision in decisions if decision.reaction]
    yield from (decision for decision in found if not decision.optional)
    yield from (decision for decision in found if decision.optional)


def waiting_for(rules: Ruleset[S, Any], state: S) -> Decision | None:
    """The one required decision the game waits for, or None when it is over."""
    return next((decision for decision in rules.decisions(state) if not decision.optional), None)
