"""One bot: from a view and open decisions to an answer. A game brings its tables of what to say, and how it reckons."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from games.engine import Action, Decision
from games.engine.decisions import Below

Choice = Callable[[Any, Any, Below], Any]
"""`choose(own, decision, below)`: an answer; for what is merely offered also None, to let it be."""


def seat_of(view: Any) -> int:
    """The seat of a captain's own view: only a spectator has none, and no bot is one."""
    seat: int = view.seat
    return seat


class Captain(ABC):
    """A bot of one level. It remembers nothing: the same view, decisions and chance give the same answer."""

    required: ClassVar[Mapping[str, Choice]] = {}
    """Decision -> the answer; what is not named here gets its default."""
    offered: ClassVar[Mapping[str, Choice]] = {}
    """Optional decision -> the answer, or None to leave it be; the first one taken up is played."""

    def __init__(self, style: Any):
        self.style = style

    @abstractmethod
    def reckon(self, view: Any, below: Below) -> Any:
        """What this captain makes of the table: handed to every choice."""

    def slip(self, own: Any, decision: Decision, below: Below) -> Any:
        """A mistake: any answer will do."""
        return decision.sample(below)

    def __call__(self, view: Any, decisions: Sequence[Decision], below: Below) -> Action | None:
        own = self.reckon(view, below)
        for decision in decisions:
            consider = self.offered.get(decision.name) if decision.optional else None
            said = consider(own, decision, below) if consider else None
            if said is not None:
                return Action(decision.seat, decision.name, said)
        asked = next((decision for decision in decisions if not decision.optional), None)
        return None if asked is None else Action(asked.seat, asked.name, self.answer(own, asked, below))

    def answer(self, own: Any, decision: Decision, below: Below) -> Any:
        """What is said to a question that must be answered; now and then a slip, `style.slips` times in a hundred."""
        if below(100) < self.style.slips:
            return self.slip(own, decision, below)
        choose = self.required.get(decision.name)
        return choose(own, decision, below) if choose else decision.default
