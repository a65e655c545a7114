"""After every action: find out which questions can be answered at once, and which need a person."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .decisions import SITE, Decision
from .facts import Action
from .ruleset import Ruleset, S, V

Answer = Callable[[V, Decision], Any]
"""`answer(view, decision)`: the seat's immediate answer. None means: ask the player, or skip an optional decision."""


def next_reaction(rules: Ruleset[S, V], state: S, answers: Mapping[int, Answer[V]]) -> Action | None:
    """Return the first reaction that some seat's standing orders answer, or None if a player has to be asked.

    `answers` maps seats to the function that answers for them. Required reactions come before optional ones,
    which are offered in the ruleset's own order (clockwise from the mover). If no function answers, answer
    a question of the seat `SITE` that does not wait for time to pass.
    """
    decisions = rules.decisions(state)
    for decision in reactions(decisions):
        speak = answers.get(decision.seat)
        if speak is None:
            continue
        answer = speak(rules.view(state, decision.seat), decision)
        if answer is not None:
            return Action(decision.seat, decision.name, answer)
        if not decision.optional:
            return None
    return next((site_answer(decision) for decision in decisions if is_due_at_once(decision)), None)


def is_due_at_once(decision: Decision) -> bool:
    """Return whether this question of the seat `SITE` can be answered at once, without waiting some hours."""
    return decision.seat is SITE and not decision.facts["hours"]


def site_answer(decision: Decision) -> Action:
    """Return the site's answer to a question of the seat `SITE`."""
    return Action(SITE, decision.name, decision.default)


def reactions(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the open reactions, required ones first."""
    open_reactions = [decision for decision in decisions if decision.reaction]
    yield from (decision for decision in open_reactions if not decision.optional)
    yield from (decision for decision in open_reactions if decision.optional)


def waiting_for(rules: Ruleset[S, Any], state: S) -> Decision | None:
    """Return the one required decision the game waits for, or None if the game is over."""
    return next((decision for decision in rules.decisions(state) if not decision.optional), None)
