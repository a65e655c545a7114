"""Advice for a captain who practises: what a strong bot would do, and why, in a sentence each. It sees what the captain sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Action, Decision
from games.engine.decisions import Below

from .bot import Captain
from .sentences import number

MOST = 3
AS_BEFORE = "Nearly as good, for the same reason."
CONSIDERED = 8
"""Answers among which new reasons are preferred: the rest are too poor to be advised."""


class Advice(NamedTuple):
    """An action, and the reason for it in a sentence. `words` names the action, if the words of its question do not."""

    action: Action
    reason: str
    words: str = ""


class Weighed(NamedTuple):
    """One answer, how good it is, and why."""

    worth: float
    answer: Any
    reason: str


Ranking = Callable[[Any, Any, Below], Iterable[Weighed]]
"""`ranking(own, decision, below)`: every answer worth a thought."""
Reason = Callable[[Any, Decision, Any], str]
"""`reason(own, decision, answer)`: why this answer."""


def best(found: Iterable[Weighed], most: int = MOST) -> list[Weighed]:
    """Return the best answers, best first. Of the few that come next to the best, one with a new reason goes first.

    A reason is told once.
    """
    ranked = sorted(found, key=lambda one: -one.worth)[:CONSIDERED]
    reasons = [one.reason for one in ranked]
    fresh = [one for place, one in enumerate(ranked) if one.reason not in reasons[:place]]
    chosen = [*fresh, *(one for one in ranked if one not in fresh)][:most]
    chosen = sorted(chosen, key=lambda one: -one.worth)
    told = [one.reason for one in chosen]
    return [one._replace(reason=AS_BEFORE) if one.reason in told[:place] else one for place, one in enumerate(chosen)]


class Adviser:
    """Asks a bot for its own answers, and adds the reasons."""

    def __init__(self, captain: Captain, rankings: Mapping[str, Ranking], reasons: Mapping[str, str | Reason]):
        self.captain, self.rankings, self.reasons = captain, rankings, reasons

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below, names: Sequence[str]) -> list[Advice]:
        """Return what is worth doing before the required answer, and then the best of those."""
        own = self.captain.reckon(view, below)
        own.names = names
        found = []
        for decision in decisions:
            consider = self.captain.offered.get(decision.name) if decision.optional else None
            said = consider(own, decision, below) if consider else None
            if said is not None:
                found.append(self.advice(own, decision, said))
        asked = next((decision for decision in decisions if not decision.optional), None)
        return [*found, *self.for_required(own, asked, below)][:MOST] if asked else found[:MOST]

    def for_required(self, own: Any, asked: Decision, below: Below) -> list[Advice]:
        """Return the best answers to the question for which the game waits."""
        if ranking := self.rankings.get(asked.name):
            return [Advice(Action(asked.seat, asked.name, one.answer), one.reason) for one in best(ranking(own, asked, below))]
        choose = self.captain.required.get(asked.name)
        return [self.advice(own, asked, choose(own, asked, below) if choose else asked.default)]

    def advice(self, own: Any, decision: Decision, answer: Any) -> Advice:
        """Return one answer with its reason."""
        reason = self.reasons.get(decision.name, "This is the quiet choice: it risks nothing.")
        return Advice(Action(decision.seat, decision.name, answer), reason if isinstance(reason, str) else reason(own, decision, answer))


def turns_from_now(turns: int) -> str:
    """Return when something comes, if it takes that many turns after this one: "this turn", "next turn", "in three turns"."""
    return ("this turn", "next turn")[turns] if turns < 2 else f"in {number(turns + 1)} turns"


def in_ten(chance: float) -> str:
    """Return a chance in words: "about seven times in ten"."""
    times = round(10 * chance)
    return "nearly always" if times > 9 else "hardly ever" if times < 1 else f"about {number(times)} times in ten"
