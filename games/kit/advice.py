"""Advice for a captain in practice: what a strong bot would do, with a reason in one sentence. It sees what the captain sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Action, Decision
from games.engine.decisions import Below

from .bot import Captain
from .sentences import number

MOST_ADVICE = 3
AS_BEFORE = "Nearly as good, for the same reason."
CONSIDERED = 8
"""Answers among which a new reason is preferred; the others are too poor to recommend."""


class Advice(NamedTuple):
    """An action, with the reason for it in one sentence. `words` names the action if the words of its question do not."""

    action: Action
    reason: str
    words: str = ""


class Weighed(NamedTuple):
    """One answer, its worth, and the reason for it."""

    worth: float
    answer: Any
    reason: str


Ranking = Callable[[Any, Any, Below], Iterable[Weighed]]
"""`ranking(own, decision, below)`: every answer worth considering."""
Reason = Callable[[Any, Decision, Any], str]
"""`reason(own, decision, answer)`: the reason for this answer."""


def best(weighed: Iterable[Weighed], most: int = MOST_ADVICE) -> list[Weighed]:
    """Return the best answers, best first. Among close ones, prefer an answer with a new reason.

    Each reason is written only once.
    """
    ranked = sorted(weighed, key=lambda choice: -choice.worth)[:CONSIDERED]
    reasons = [choice.reason for choice in ranked]
    fresh = [choice for place, choice in enumerate(ranked) if choice.reason not in reasons[:place]]
    chosen = [*fresh, *(choice for choice in ranked if choice not in fresh)][:most]
    chosen = sorted(chosen, key=lambda choice: -choice.worth)
    reasons_given = [choice.reason for choice in chosen]
    return [choice._replace(reason=AS_BEFORE) if choice.reason in reasons_given[:place] else choice for place, choice in enumerate(chosen)]


class Adviser:
    """Asks a bot for its own answers, and adds the reasons."""

    def __init__(self, captain: Captain, rankings: Mapping[str, Ranking], reasons: Mapping[str, str | Reason]):
        self.captain, self.rankings, self.reasons = captain, rankings, reasons

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below, names: Sequence[str]) -> list[Advice]:
        """Return the optional actions worth taking first, then the best answers to the required question."""
        own = self.captain.reckon(view, below)
        own.names = names
        advice = []
        for decision in decisions:
            consider = self.captain.offered.get(decision.name) if decision.optional else None
            answer = consider(own, decision, below) if consider else None
            if answer is not None:
                advice.append(self.advice(own, decision, answer))
        asked = next((decision for decision in decisions if not decision.optional), None)
        return [*advice, *self.for_required(own, asked, below)][:MOST_ADVICE] if asked else advice[:MOST_ADVICE]

    def for_required(self, own: Any, asked: Decision, below: Below) -> list[Advice]:
        """Return the best answers to the question for which the game waits."""
        if ranking := self.rankings.get(asked.name):
            return [Advice(Action(asked.seat, asked.name, choice.answer), choice.reason) for choice in best(ranking(own, asked, below))]
        choose = self.captain.required.get(asked.name)
        return [self.advice(own, asked, choose(own, asked, below) if choose else asked.default)]

    def advice(self, own: Any, decision: Decision, answer: Any) -> Advice:
        """Return one answer with its reason."""
        reason = self.reasons.get(decision.name, "This is the quiet choice: it risks nothing.")
        return Advice(Action(decision.seat, decision.name, answer), reason if isinstance(reason, str) else reason(own, decision, answer))


def turns_from_now(turns: int) -> str:
    """Return in words when something comes that takes this many turns after the current one: "this turn", "next turn", "in three turns"."""
    return ("this turn", "next turn")[turns] if turns < 2 else f"in {number(turns + 1)} turns"


def in_ten(chance: float) -> str:
    """Return a chance in words: "about seven times in ten"."""
    times = round(10 * chance)
    return "nearly always" if times > 9 else "hardly ever" if times < 1 else f"about {number(times)} times in ten"
