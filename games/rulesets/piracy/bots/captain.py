"""A bot that considers every plan for its turn, and returns the best plan as a typed order."""

from collections.abc import Sequence
from typing import Any

from games.engine import Action, Decision
from games.engine.decisions import Below
from games.kit.bot import seat_of
from games.rulesets.piracy.course import Course
from games.rulesets.piracy.seen import View, state_of
from games.rulesets.piracy.state import State
from games.rulesets.piracy.typed import Order, carry_out, parts_of

from . import plans
from .reckoning import STYLES, Style, worth


class Captain:
    """A bot of one level. It has no memory: the same view, decisions and random numbers give the same answer."""

    def __init__(self, style: Style):
        self.style = style

    def __call__(self, view: View, decisions: Sequence[Decision], below: Below) -> Action | None:
        required = next((decision for decision in decisions if not decision.optional), None)
        if required is None:
            return None
        order = next((decision for decision in decisions if isinstance(decision, Order)), None)
        if order is not None and (typed := self.plan(view, order, below)):
            return Action(order.seat, "order", typed)
        return Action(required.seat, required.name, self.small(view, required))

    def plan(self, view: View, order: Order, below: Below) -> str:
        """Return the best plan for the rest of the turn as a typed order; "" if no such order is legal."""
        state, seat = state_of(view), seat_of(view)
        parts = []
        if state.agenda[-1].kind == "event":
            part, state = self.event(state, seat, below)
            parts.append(part)
            if state.options["reveal"] == "event-first" or state.ended is not None:
                return legal(order, parts)
        if state.agenda[-1].kind == "move":
            part, state = self.best(list(plans.moves(state, seat, self.style.guns)), seat, below)
            parts.append(part)
        return legal(order, [*parts, "END"]) or legal(order, parts)

    def event(self, state: State, seat: int, below: Below) -> plans.Plan:
        """Return the plan for the event, and the state after it. The best few plans are compared by the voyages that could follow."""
        candidates = ranked(list(plans.events(state, seat, self.style.guns)), seat, self.style)
        candidates = [candidates[below(len(candidates))]] if below(100) < self.style.slips else candidates[: self.style.deep]
        reached = [(words, played(state, seat, words)) for words, _ in candidates]
        if len(reached) > 1:
            reached.sort(key=lambda plan: self.outlook(plan[1], seat), reverse=True)
        return reached[0]

    def outlook(self, state: State, seat: int) -> float:
        """Return the worth of a state after the best voyage that could follow."""
        if state.ended is not None or state.agenda[-1].kind != "move":
            return worth(state, seat, self.style)
        return max(worth(after, seat, self.style) for _, after in plans.moves(state, seat, self.style.guns))

    def best(self, candidates: list[plans.Plan], seat: int, below: Below) -> plans.Plan:
        """Return the best plan, or sometimes a random one."""
        if below(100) < self.style.slips:
            return candidates[below(len(candidates))]
        return ranked(candidates, seat, self.style)[0]

    def small(self, view: View, decision: Decision) -> Any:
        """Return an answer in the middle of a voyage that another bot or a player began: the best end, else the default."""
        if not isinstance(decision, Course):
            return decision.default
        state, seat = state_of(view), seat_of(view)
        ship, cause, remaining = decision.voyage
        ends = decision.reach().ends.items()
        tried = [(worth(plans.sailed(state, ship, path, cause, remaining).state, seat, self.style), square) for square, path in ends]
        return state.chart.names[max(tried)[1]] if tried else decision.default


def ranked(candidates: list[plans.Plan], seat: int, style: Style) -> list[plans.Plan]:
    """Return the plans, best first, with equal plans in their original order."""
    return sorted(candidates, key=lambda plan: worth(plan[1], seat, style), reverse=True)


def played(state: State, seat: int, words: str) -> State:
    """Return the state after the parts of an order in `words`."""
    context = plans.context_of(state)
    carry_out(context, seat, parts_of(words), ending=False)
    return context.state


def legal(order: Order, parts: list[str]) -> str:
    text = "; ".join(parts)
    return text if parts and order.takes(text) else ""


BOTS = {level: Captain(style) for level, style in STYLES.items()}
