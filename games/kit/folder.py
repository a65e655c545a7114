"""A ruleset that hands on to the files of its folder, as docs/adding-a-game.md lists them, and so says only what is its own."""

from typing import Any

from games.engine import Decision, Dice, Event, Ruleset

from .agenda import Phases, Proceedings


class FolderRuleset(Ruleset):
    """An edition whose turns are steps of an agenda. Its modules and its table are named once; whatever differs is overridden.

    `ending` has `outcome`, `leave`, `leaders`, `end` and `inventory`; `seen` has `view` and `views`; `unseen` has
    `redeal_hidden`; `stored` has `dump` and `load`; `wording` has `tell`, `ask`, `label` and `help_with`; `laws` has `why_not`
    and `not_asked`. States have `ended`, `agenda`, `round`, `turn` and `playing()`.
    """

    phases: Phases
    table: type[Proceedings]
    ending: Any
    seen: Any
    unseen: Any
    stored: Any
    wording: Any
    laws: Any

    # -- the game ---------------------------------------------------------------------------------
    def decisions(self, state) -> list[Decision]:
        return [] if state.ended is not None else self.phases.ask(state)

    def apply(self, state, decision, action, dice) -> list[Event]:
        table = self.table(state, dice)
        self.phases.answer(table, decision, action.answer)
        return self.carried_on(table)

    def leave(self, state, seat, dice) -> list[Event]:
        table = self.table(state, dice)
        self.ending.leave(table, seat)
        return self.carried_on(table)

    def carried_on(self, table: Any) -> list[Event]:
        """Go on until somebody has to be asked; everything that happened."""
        self.phases.advance(table)
        self.judge(table)
        return table.events

    def judge(self, table: Any) -> None:
        """After everything that happens: has somebody won? For editions that look only then."""

    def close(self, state, reason) -> None:
        self.ending.end(self.table(state, Dice(b"")), self.ending.leaders(state), reason)

    def outcome(self, state):
        return None if state.ended is None else self.ending.outcome(state)

    def seats_left(self, state):
        return tuple(state.playing())

    def turn(self, state):
        return state.round, state.turn

    def inventory(self, state):
        return self.ending.inventory(state)

    # -- who may know what, and what is stored ----------------------------------------------------
    def view(self, state, seat):
        return self.seen.view(state, seat)

    def views(self, state):
        return self.seen.views(state)

    def redeal_hidden(self, state, seat, dice):
        return self.unseen.redeal_hidden(state, seat, dice)

    def dump(self, state):
        return self.stored.dump(state)

    def load(self, snapshot):
        return self.stored.load(snapshot)

    # -- words and refusals -----------------------------------------------------------------------
    def tell(self, event, names, seat):
        return self.wording.tell(event, names, seat)

    def ask(self, decision, names):
        return self.wording.ask(decision, names)

    def label(self, decision, option, names):
        return self.wording.label(decision, option, names)

    def help(self, decision):
        return self.wording.help_with(decision)

    def why_not(self, state, decision, answer, refusal):
        return self.laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state, seat, name):
        return self.laws.not_asked(state, seat, name)
