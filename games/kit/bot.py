"""Answers computed for a captain: bots, their advice at practice tables, and standing orders that several games share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from games.engine import Action, Choose, Decision
from games.engine.decisions import Below

from .sentences import number

Choice = Callable[[Any, Any, Below], Any]
"""`choose(own, decision, below)` returns an answer, or None to skip an optional decision. `own` is what `Captain.reckon` returned."""


def seat_of(view: Any) -> int:
    """Return the seat of a bot's view. Only spectators have no seat, and bots are never spectators."""
    seat: int = view.seat
    return seat


class Captain(ABC):
    """A bot of one level. A bot has no memory: the same view, decisions and random numbers give the same answer."""

    required: ClassVar[Mapping[str, Choice]] = {}
    """Required decision -> the function that chooses its answer; a decision that is not listed gets its default."""
    offered: ClassVar[Mapping[str, Choice]] = {}
    """Optional decision -> the function that chooses its answer, or None to skip it; the first answer is played."""

    def __init__(self, style: Any):
        self.style = style

    @abstractmethod
    def reckon(self, view: Any, below: Below) -> Any:
        """Return this captain's evaluation of the table, which is passed to every `Choice`."""

    def slip(self, own: Any, decision: Decision, below: Below) -> Any:
        """Return a deliberate mistake: any legal answer."""
        return decision.sample(below)

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
        own = self.reckon(view, below)
        for decision in decisions:
            consider = self.offered.get(decision.name) if decision.optional else None
            answer = consider(own, decision, below) if consider else None
            if answer is not None:
                return Action(decision.seat, decision.name, answer)
        asked = next((decision for decision in decisions if not decision.optional), None)
        return None if asked is None else Action(asked.seat, asked.name, self.answer(own, asked, below))

    def answer(self, own: Any, decision: Decision, below: Below) -> Any:
        """Return the answer to a required question; with a probability of `style.slips` percent, return a deliberate mistake."""
        if below(100) < self.style.slips:
            return self.slip(own, decision, below)
        choose = self.required.get(decision.name)
        return choose(own, decision, below) if choose else decision.default


MOST_ADVICE = 3
AS_BEFORE = "Nearly as good, for the same reason."
CONSIDERED = 8
"""The number of top answers from which advice is chosen; all other answers are too poor to recommend."""


class Advice(NamedTuple):
    """An action, with the reason for it in one sentence. `words` names the action if the labels of its question do not."""

    action: Action
    reason: str
    words: str = ""


class Weighed(NamedTuple):
    worth: float
    answer: Any
    reason: str


Ranking = Callable[[Any, Any, Below], Iterable[Weighed]]
"""`ranking(own, decision, below)` returns every answer worth considering."""
Reason = Callable[[Any, Decision, Any], str]
"""`reason(own, decision, answer)` returns the reason for this answer."""


def best(weighed: Iterable[Weighed], most: int = MOST_ADVICE) -> list[Weighed]:
    """Return up to `most` of the best answers, best first. Prefer answers with different reasons, and write each reason once."""
    ranked = sorted(weighed, key=lambda choice: -choice.worth)[:CONSIDERED]
    reasons = [choice.reason for choice in ranked]
    fresh = [choice for place, choice in enumerate(ranked) if choice.reason not in reasons[:place]]
    chosen = [*fresh, *(choice for choice in ranked if choice not in fresh)][:most]
    chosen = sorted(chosen, key=lambda choice: -choice.worth)
    reasons_given = [choice.reason for choice in chosen]
    return [choice._replace(reason=AS_BEFORE) if choice.reason in reasons_given[:place] else choice for place, choice in enumerate(chosen)]


class Adviser:
    """An adviser that recommends a bot's own answers and gives reasons for them."""

    def __init__(self, captain: Captain, rankings: Mapping[str, Ranking], reasons: Mapping[str, str | Reason]):
        self.captain, self.rankings, self.reasons = captain, rankings, reasons

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below, names: Sequence[str]) -> list[Advice]:
        """Return advice: the optional actions worth taking, then the best answers to the required question."""
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
        if ranking := self.rankings.get(asked.name):
            return [Advice(Action(asked.seat, asked.name, choice.answer), choice.reason) for choice in best(ranking(own, asked, below))]
        choose = self.captain.required.get(asked.name)
        return [self.advice(own, asked, choose(own, asked, below) if choose else asked.default)]

    def advice(self, own: Any, decision: Decision, answer: Any) -> Advice:
        reason = self.reasons.get(decision.name, "This is the quiet choice: it risks nothing.")
        return Advice(Action(decision.seat, decision.name, answer), reason if isinstance(reason, str) else reason(own, decision, answer))


def turns_from_now(turns: int) -> str:
    """Return a time in words, given the number of turns after the current turn: "this turn", "next turn", "in three turns"."""
    return ("this turn", "next turn")[turns] if turns < 2 else f"in {number(turns + 1)} turns"


def in_ten(chance: float) -> str:
    """Return a probability in words: "about seven times in ten"."""
    times = round(10 * chance)
    return "nearly always" if times > 9 else "hardly ever" if times < 1 else f"about {number(times)} times in ten"


Reaction = Callable[[Any, Any, dict[str, Any]], Any]
"""`answer(view, decision, wish)` returns the answer that the standing orders `wish` give to one question, or None."""


def gain(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Choose whether to gain treasure or crew; the wish "four" means treasure if the treasure may be worth four points or more."""
    if wish["gain"] == "four":
        return "treasure" if decision.facts["up_to"] >= 4 else "crew"
    return wish["gain"]


def loss(view: Any, decision: Choose, wish: dict[str, str]) -> str:
    """Choose whether to lose treasure or crew: as wished if possible, else the other."""
    return wish["loss"] if wish["loss"] in decision.options else str(decision.default)
