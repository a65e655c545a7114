"""What a part of a turn looks like, and the loop that goes from one to the next."""

from typing import Any, ClassVar

from games.engine import Decision
from games.rulesets.buccaneer.state import State
from games.rulesets.buccaneer.table import Table

Step = tuple
"""(kind, seat, …): one thing still to do. The seat is the one it concerns."""


class Phase:
    """One kind of step. It asks (`ask`, `on_<decision>`) or is done without asking (`run`)."""

    kind: ClassVar[str] = ""

    def waits(self, state: State, step: Step) -> bool:
        """Must somebody be asked? When not, the step is taken off the agenda and `run`."""
        return True

    def ask(self, state: State, step: Step) -> list[Decision]:
        """The open decisions, the required one first."""
        return []

    def run(self, table: Table, step: Step) -> None:
        """Do it without asking; the step is off the agenda already."""


PHASES: dict[str, Phase] = {}


def phase(cls: type[Phase]) -> type[Phase]:
    """Register a phase under its kind."""
    PHASES[cls.kind] = cls()
    return cls


def advance(table: Table) -> None:
    """Do steps until one of them has to ask, or the game is over."""
    state = table.state
    while state.agenda and state.ended is None:
        step = state.agenda[-1]
        current = PHASES[step[0]]
        if current.waits(state, step):
            return
        state.agenda.pop()
        current.run(table, step)


def answer(table: Table, decision: Decision, said: Any) -> None:
    """Hand a checked answer to the phase that asked."""
    step = table.state.agenda[-1]
    handler = getattr(PHASES[step[0]], "on_" + decision.name.replace("-", "_"))
    handler(table, step, said)


def off_turn(state: State, seat: int) -> bool:
    """Is this seat asked although it is another's turn?"""
    return seat != state.turn
