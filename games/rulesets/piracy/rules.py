"""Piracy, Pirates of Port Blackwood: the ruleset as the site sees it."""

from games.engine import Decision, Event, Ruleset

from . import laws, seen, wording
from .board import COLOURS
from .bots import BOTS
from .ending import end, inventory, leaders, leave, outcome, scores
from .options import OPTIONS
from .phases import PHASES
from .phases.turn import next_turn
from .setup import setup
from .state import dump, load
from .table import Table
from .unseen import redeal_hidden


class Piracy(Ruleset):
    """Two to six captains, one hoard, two monsters, and very little honour."""

    slug = "piracy"
    name = "Piracy"
    edition = "Pirates of Port Blackwood"
    summary = "Fetch coins from the hoard, keep clear of two monsters, and rob whoever was quicker. As a race, or in teams of two."
    seats = (2, 6)
    version = 1
    status = "trial"
    places = tuple((colour, colour.capitalize()) for colour in COLOURS)
    options = OPTIONS
    unit = ("coin", "coins")
    unit = ("coin", "coins")
    round_limit = "round_limit"
    bots = BOTS

    def setup(self, places, first, options, dice):
        return setup(places, first, options, dice)

    def decisions(self, state) -> list[Decision]:
        return [] if state.ended is not None else PHASES.ask(state)

    def apply(self, state, decision, action, dice) -> list[Event]:
        table = Table(state, dice)
        PHASES.answer(table, decision, action.answer)
        PHASES.advance(table)
        return table.events

    def outcome(self, state):
        return outcome(state)

    def leave(self, state, seat, dice) -> list[Event]:
        table = Table(state, dice)
        if leave(table, seat):
            state.agenda.clear()
            next_turn(table)
        PHASES.advance(table)
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
        return load(snapshot)

    def scores(self, state):
        return scores(state)

    def inventory(self, state):
        return inventory(state)

    def tell(self, event, names, seat):
        return wording.tell(event, names, seat)

    def ask(self, decision, names):
        return wording.ask(decision, names)

    def label(self, decision, option, names):
        return wording.label(decision, option, names)

    def help(self, decision):
        return wording.help_for(decision)

    def why_not(self, state, decision, answer, refusal):
        return laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state, seat, name):
        return laws.not_asked(state, seat, name)
