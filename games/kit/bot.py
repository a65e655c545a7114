"""One bot: it turns a view and open decisions into an answer. A game supplies its tables of answers and its evaluation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from games.engine import Action, Decision
from games.engine.decisions import Below

Choice = Callable[[Any, Any, Below], Any]
"""`choose(own, decision, below)`: an answer; for an optional decision also None, to skip it."""


def seat_of(view: Any) -> int:
    """Return the seat of a captain's own view. Only spectators have no seat, and bots are never spectators."""
    seat: int = view.seat
    return seat


class Captain(ABC):
    """A bot of one level. It has no memory: the same view, decisions and random numbers give the same answer."""

    required: ClassVar[Mapping[str, Choice]] = {}
    """Decision -> the answer; a decision that is not listed gets its default."""
    offered: ClassVar[Mapping[str, Choice]] = {}
    """Optional decision -> the answer, or None to skip it; the first one taken is played."""

    def __init__(self, style: Any):
        self.style = style

    @abstractmethod
    def reckon(self, view: Any, below: Below) -> Any:
        """Return this captain's evaluation of the table; it is passed to every choice."""

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
        """Return the answer to a required question; sometimes a mistake, `style.slips` times in a hundred."""
        if below(100) < self.style.slips:
            return self.slip(own, decision, below)
        choose = self.required.get(decision.name)
        return choose(own, decision, below) if choose else decision.default
