"""A ruleset that hands on to the files of its folder, as docs/adding-a-game.md lists them, and so says only what is its own."""

from collections.abc import Sequence
from typing import Any, Protocol

from games.engine import Action, Decision, Dice, Event, IllegalAction, NotYourDecision, Outcome, Ruleset, Snapshot

from .agenda import Context, Phases


class Ending(Protocol):
    """Who has won, who leads, and what happens when a captain leaves."""

    def outcome(self, state: Any, /) -> Outcome | None: ...
    def leave(self, context: Any, seat: int, /) -> object: ...
    def leaders(self, state: Any, /) -> tuple[int, ...]: ...
    def end(self, context: Any, winners: tuple[int, ...], reason: str, /) -> None: ...
    def inventory(self, state: Any, /) -> dict[str, int]: ...


class Seen(Protocol):
    """What a seat may see."""

    def view(self, state: Any, seat: int | None, /) -> Any: ...
    def views(self, state: Any, /) -> list[Any]: ...


class Unseen(Protocol):
    """What a seat cannot know, dealt anew."""

    def redeal_hidden(self, state: Any, seat: int | None, dice: Dice, /) -> Any: ...


class Stored(Protocol):
    """A state as it is stored."""

    def dump(self, state: Any, /) -> Snapshot: ...
    def load(self, snapshot: Snapshot, /) -> Any: ...


class Wording(Protocol):
    """Sentences, questions and choices in words."""

    def tell(self, event: Event, names: Sequence[str], seat: int | None, /) -> str: ...
    def ask(self, decision: Decision, names: Sequence[str], /) -> str: ...
    def label(self, decision: Decision, option: str, names: Sequence[str], /) -> str: ...
    def help_with(self, decision: Decision, /) -> str: ...


class Laws(Protocol):
    """Refusals with the reason and the law."""

    def why_not(self, state: Any, decision: Decision, answer: Any, refusal: IllegalAction, /) -> IllegalAction: ...
    def not_asked(self, state: Any, seat: int, name: str, /) -> NotYourDecision: ...


class FolderRuleset(Ruleset):
    """An edition whose turns are steps of an agenda. Its modules and its context are named once; what differs is overridden.

    `ending` has `outcome`, `leave`, `leaders`, `end` and `inventory`; `seen` has `view` and `views`; `unseen` has
    `redeal_hidden`; `stored` has `dump` and `load`; `wording` has `tell`, `ask`, `label` and `help_with`; `laws` has `why_not`
    and `not_asked`. States have `ended`, `agenda`, `round`, `turn` and `playing()`.
    """

    phases: Phases
    context: type[Context]
    ending: Ending
    seen: Seen
    unseen: Unseen
    stored: Stored
    wording: Wording
    laws: Laws

    # -- the game ---------------------------------------------------------------------------------
    def decisions(self, state: Any) -> list[Decision]:
        return [] if state.ended is not None else self.phases.ask(state)

    def apply(self, state: Any, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        context = self.context(state, dice)
        self.phases.answer(context, decision, action.answer)
        return self.carried_on(context)

    def leave(self, state: Any, seat: int, dice: Dice) -> list[Event]:
        context = self.context(state, dice)
        self.ending.leave(context, seat)
        return self.carried_on(context)

    def carried_on(self, context: Context) -> list[Event]:
        """Go on until somebody has to be asked; everything that happened."""
        self.phases.advance(context)
        self.judge(context)
        return context.events

    def judge(self, context: Any) -> None:
        """After everything that happens: has somebody won? For editions that look only then."""

    def close(self, state: Any, reason: str) -> None:
        self.ending.end(self.context(state, Dice(b"")), self.ending.leaders(state), reason)

    def outcome(self, state: Any) -> Outcome | None:
        return None if state.ended is None else self.ending.outcome(state)

    def seats_left(self, state: Any) -> tuple[int, ...]:
        return tuple(state.playing())

    def turn(self, state: Any) -> tuple[int, int]:
        return state.round, state.turn

    def inventory(self, state: Any) -> dict[str, int]:
        return self.ending.inventory(state)

    # -- who may know what, and what is stored ----------------------------------------------------
    def view(self, state: Any, seat: int | None) -> Any:
        return self.seen.view(state, seat)

    def views(self, state: Any) -> list[Any]:
        return self.seen.views(state)

    def redeal_hidden(self, state: Any, seat: int | None, dice: Dice) -> Any:
        return self.unseen.redeal_hidden(state, seat, dice)

    def dump(self, state: Any) -> Snapshot:
        return self.stored.dump(state)

    def load(self, snapshot: Snapshot) -> Any:
        return self.stored.load(snapshot)

    # -- words and refusals -----------------------------------------------------------------------
    def tell(self, event: Event, names: Sequence[str], seat: int | None) -> str:
        return self.wording.tell(event, names, seat)

    def ask(self, decision: Decision, names: Sequence[str]) -> str:
        return self.wording.ask(decision, names)

    def label(self, decision: Decision, option: str, names: Sequence[str]) -> str:
        return self.wording.label(decision, option, names)

    def help(self, decision: Decision) -> str:
        return self.wording.help_with(decision)

    def why_not(self, state: Any, decision: Decision, answer: Any, refusal: IllegalAction) -> IllegalAction:
        return self.laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state: Any, seat: int, name: str) -> NotYourDecision:
        return self.laws.not_asked(state, seat, name)
