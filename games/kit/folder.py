"""A ruleset that calls the files of its folder, as docs/adding-a-game.md lists them; an edition only overrides what differs."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from games.engine import Action, Decision, Dice, Event, IllegalAction, NotYourDecision, Outcome, Ruleset, Snapshot
from games.engine.ruleset import View

from .agenda import A, Context, Phases

V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Context[Any])
"""The edition's own context, on which actions are carried out."""
A_contra = TypeVar("A_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)
Same = TypeVar("Same")


class Ending(Protocol[A_contra, C_contra]):
    """Decides who wins, who leads, and what happens when a captain leaves."""

    def outcome(self, state: A_contra, /) -> Outcome | None: ...
    def leave(self, context: C_contra, seat: int, /) -> object: ...
    def leaders(self, state: A_contra, /) -> tuple[int, ...]: ...
    def end(self, context: C_contra, winners: tuple[int, ...], reason: str, /) -> None: ...
    def inventory(self, state: A_contra, /) -> dict[str, int]: ...


class Seen(Protocol[A_contra, V]):
    """Shows a seat what it may see."""

    def view(self, state: A_contra, seat: int | None, /) -> V: ...
    def views(self, state: A_contra, /) -> list[V]: ...


class Unseen(Protocol[Same]):
    """Deals again everything that a seat cannot know."""

    def redeal_hidden(self, state: Same, seat: int | None, dice: Dice, /) -> Same: ...


class Stored(Protocol[Same]):
    """Stores and loads a state."""

    def dump(self, state: Same, /) -> Snapshot: ...
    def load(self, snapshot: Snapshot, /) -> Same: ...


class Wording(Protocol):
    """Puts sentences, questions and choices into words."""

    def describe_event(self, event: Event, names: Sequence[str], seat: int | None, /) -> str: ...
    def ask(self, decision: Decision, names: Sequence[str], /) -> str: ...
    def label(self, decision: Decision, option: str, names: Sequence[str], /) -> str: ...
    def tell_choice(self, decision: Decision, answer: Any, choice: str, names: Sequence[str], /) -> str: ...
    def help_with(self, decision: Decision, /) -> str: ...


class Laws(Protocol[A_contra]):
    """Adds the reason and the law to refusals."""

    def why_not(self, state: A_contra, decision: Decision, answer: Any, refusal: IllegalAction, /) -> IllegalAction: ...
    def not_asked(self, state: A_contra, seat: int, name: str, /) -> NotYourDecision: ...


class FolderRuleset(Ruleset[A, V], Generic[A, V, C]):
    """An edition whose turns are steps of an agenda. It names its modules and its context once, and overrides what differs.

    `ending` has `outcome`, `leave`, `leaders`, `end` and `inventory`; `seen` has `view` and `views`; `unseen` has
    `redeal_hidden`; `stored` has `dump` and `load`; `wording` has `describe_event`, `ask`, `label`,
    `tell_choice` and `help_with`; `laws` has `why_not` and `not_asked`. States have `ended`, `agenda`, `round`, `turn` and `playing()`.
    """

    phases: Phases
    context: type[C]
    ending: Ending[A, C]
    seen: Seen[A, V]
    unseen: Unseen[A]
    stored: Stored[A]
    wording: Wording
    laws: Laws[A]

    # -- the game ---------------------------------------------------------------------------------
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
        """Go on until a seat has to be asked; return all events."""
        self.phases.advance(context)
        self.judge(context)
        return context.events

    def judge(self, context: C) -> None:
        """Check after every action whether a seat has won, for editions that decide only then."""

    def close_game(self, state: A, reason: str) -> None:
        self.ending.end(self.context(state, Dice(b"")), self.ending.leaders(state), reason)

    def outcome(self, state: A) -> Outcome | None:
        return None if state.ended is None else self.ending.outcome(state)

    def seats_left(self, state: A) -> tuple[int, ...]:
        return tuple(state.playing())

    def turn(self, state: A) -> tuple[int, int]:
        return state.round, state.turn

    def inventory(self, state: A) -> dict[str, int]:
        return self.ending.inventory(state)

    # -- who may know what, and what is stored ----------------------------------------------------
    def view(self, state: A, seat: int | None) -> V:
        return self.seen.view(state, seat)

    def views(self, state: A) -> list[V]:
        return self.seen.views(state)

    def redeal_hidden(self, state: A, seat: int | None, dice: Dice) -> A:
        return self.unseen.redeal_hidden(state, seat, dice)

    def dump(self, state: A) -> Snapshot:
        return self.stored.dump(state)

    def load(self, snapshot: Snapshot) -> A:
        return self.stored.load(snapshot)

    # -- words and refusals -----------------------------------------------------------------------
    def describe_event(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        return self.wording.describe_event(event, names, seat)

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return self.wording.ask(decision, names)

    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        return self.wording.label(decision, option, names)

    def tell_choice(self, decision: Decision, answer: Any, choice: str, names: Sequence[str]) -> str:
        return self.wording.tell_choice(decision, answer, choice, names)

    def help(self, decision: Decision) -> str:
        return self.wording.help_with(decision)

    def why_not(self, state: A, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        return self.laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state: A, seat: int, name: str) -> NotYourDecision:
        return self.laws.not_asked(state, seat, name)
