"""A ruleset whose turns are steps of an agenda (`games.kit.agenda`)."""

from typing import Any, Generic, Protocol, TypeVar

from games.engine import Action, Decision, Dice, Event, Outcome, Ruleset
from games.engine.ruleset import View

from .agenda import A, Context, Phases

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Context[Any])
"""The edition's own context, which carries out actions."""
A_contra = TypeVar("A_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


class Ending(Protocol[A_contra, C_contra]):
    """A module that decides who wins, who leads, and what happens when a captain leaves."""

    def outcome(self, state: A_contra, /) -> Outcome | None: ...
    def leave(self, context: C_contra, seat: int, /) -> object: ...
    def leaders(self, state: A_contra, /) -> tuple[int, ...]: ...
    def end(self, context: C_contra, winners: tuple[int, ...], reason: str, /) -> None: ...


class FolderRuleset(Ruleset[A, V], Generic[A, V, C]):
    """An edition whose turns are steps of an agenda. A subclass sets `phases`, `context` and `ending`, and assigns its other functions."""

    phases: Phases
    context: type[C]
    ending: Ending[A, C]

    def decisions(self, state: A) -> list[Decision]:
        return [] if state.ended is not None else self.phases.ask(state)

    def apply(self, state: A, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        context = self.context(state, dice)
        self.phases.answer(context, decision, action.answer)
        return self.carried_on(context)

    def leave(self, state: A, seat: int, dice: Dice) -> list[Event]:
        context = self.context(state, dice)
        self.ending.leave(context, seat)
        return self.carried_on(context)

    def carried_on(self, context: C) -> list[Event]:
        """Carry out steps until a seat has to be asked; return all events."""
        self.phases.advance(context)
        self.judge(context)
        return context.events

    def judge(self, context: C) -> None:
        """Check whether a seat has won. Called after every action, for editions that decide only then."""

    def close_game(self, state: A, reason: str) -> None:
        self.ending.end(self.context(state, Dice(b"")), self.ending.leaders(state), reason)

    def outcome(self, state: A) -> Outcome | None:
        return None if state.ended is None else self.ending.outcome(state)

    def seats_left(self, state: A) -> tuple[int, ...]:
        return tuple(state.playing())

    def turn(self, state: A) -> tuple[int, int]:
        return state.round, state.turn
