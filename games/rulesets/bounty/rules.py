"""Bounty: the ruleset as the site sees it."""

from games.engine import Decision, Event, Ruleset

from . import laws, seen, wording
from .board import COLOURS
from .bots import BOTS
from .ending import inventory, leave, outcome
from .options import OPTIONS
from .orders import ORDERS, react
from .phases import PHASES
from .phases.turn import richest
from .setup import setup
from .state import dump, load
from .table import Table
from .unseen import redeal_hidden


class Bounty(Ruleset):
    """Two to eight captains, seven ports, one Home Port; the first to be worth a hundred dubloons wins."""

    slug = "bounty"
    name = "Bounty"
    edition = ""
    summary = "Buy cargo unseen at seven ports, bluff about what you carry, rob and be robbed, and grow rich at Home Port."
    seats = (2, 8)
    version = 1
    status = "trial"
    places = tuple((colour, f"{colour.capitalize()} ship") for colour in COLOURS)
    options = OPTIONS
    unit = ("dubloon", "dubloons")
    round_limit = "rounds"
    bots = BOTS
    orders = ORDERS

    def setup(self, places, first, options, dice):
        return setup(places, first, options, dice)

    def decisions(self, state) -> list[Decision]:
        return [] if state.ended is not None else PHASES.ask(state)

    def apply(self, state, decision, action, dice) -> list[Event]:
        table = Table(state, dice)
        PHASES.answer(table, decision, action.answer)
        return finished(table)

    def outcome(self, state):
        return outcome(state)

    def leave(self, state, seat, dice) -> list[Event]:
        table = Table(state, dice)
        leave(table, seat)
        return finished(table)

    def close(self, state, reason) -> None:
        Table(state, None).end(richest(state), reason)

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
        return tuple(map(state.net, state.seats))

    def inventory(self, state):
        return inventory(state)

    def tell(self, event, names, seat):
        return wording.tell(event, names, seat)

    def ask(self, decision, names):
        return wording.ask(decision, names)

    def label(self, decision, option, names):
        return wording.label(decision, option, names)

    def help(self, decision):
        return wording.HELP.get(decision.name, "")

    def why_not(self, state, decision, answer, refusal):
        return laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state, seat, name):
        return laws.not_asked(state, seat, name)

    def react(self, view, decision, orders):
        return react(view, decision, orders)


def finished(table: Table) -> list[Event]:
    """Go on until somebody has to be asked; nothing is left to do once the game is over."""
    PHASES.advance(table)
    if table.state.ended is not None:
        table.state.agenda.clear()
    return table.events
