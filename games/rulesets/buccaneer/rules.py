"""Buccaneer as the site sees it: one ruleset for each edition."""

from games.engine import Decision, Event, Ruleset

from . import laws, seen, wording
from .bots import BOTS
from .edition import Edition
from .ending import end, inventory, judge, leaders, leave, outcome
from .orders import orders_of
from .phases import PHASES, advance, answer, on_dispute
from .reactions import react
from .setup import setup
from .state import dump, load
from .table import Table
from .unseen import redeal_hidden


class Buccaneer(Ruleset):
    """Captains, ports, an island, and twenty points of treasure to bring home; what differs is the edition's."""

    version = 1
    status = "trial"
    bots = BOTS
    round_limit = "round_limit"

    def __init__(self, edition: Edition):
        self.data = edition
        self.slug, self.name, self.edition, self.summary = edition.slug, edition.name, edition.label, edition.summary
        self.seats, self.places, self.options = edition.seats, edition.places, edition.options
        self.orders = orders_of(edition)
        self.rules_page = edition.rules_page

    def setup(self, places, first, options, dice):
        return setup(self.data, places, first, options, dice)

    def decisions(self, state) -> list[Decision]:
        if state.ended is not None:
            return []
        step = state.agenda[-1]
        return PHASES[step[0]].ask(state, step)

    def apply(self, state, decision, action, dice) -> list[Event]:
        table = Table(state, dice)
        if decision.name == "dispute":
            on_dispute(table, action.seat, action.answer)
        else:
            if state.sailed is not None and state.sailed[0] != state.turn:
                state.sailed = None
            answer(table, decision, action.answer)
        advance(table)
        judge(table)
        return table.events

    def outcome(self, state):
        return outcome(state)

    def leave(self, state, seat, dice) -> list[Event]:
        table = Table(state, dice)
        leave(table, seat)
        advance(table)
        judge(table)
        return table.events

    def close(self, state, reason) -> None:
        end(Table(state, None), leaders(state), reason)

    def seats_left(self, state):
        return tuple(state.playing())

    def turn(self, state):
        return state.round, state.turn

    def view(self, state, seat):
        return seen.view(state, seat)

    def views(self, state):
        return seen.views(state)

    def redeal_hidden(self, state, seat, dice):
        return redeal_hidden(state, seat, dice)

    def dump(self, state):
        return dump(state)

    def load(self, snapshot):
        return load(self.data, snapshot)

    def scores(self, state):
        return tuple(map(state.home_total, state.seats))

    def inventory(self, state):
        return inventory(state)

    def tell(self, event, names, seat):
        return wording.tell(event, names, seat)

    def ask(self, decision, names):
        return wording.ask(decision, names)

    def label(self, decision, option, names):
        return wording.label(decision, option, names)

    def help(self, decision):
        return wording.help_with(decision)

    def why_not(self, state, decision, answer, refusal):
        return laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state, seat, name):
        return laws.not_asked(seat, name)

    def react(self, view, decision, orders):
        return react(view, decision, orders)
