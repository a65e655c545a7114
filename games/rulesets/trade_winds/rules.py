"""Trade Winds: the ruleset as the site sees it."""

from games.engine import Decision, Event, Ruleset

from . import board, laws, seen, wording
from .bots import BOTS
from .chart import HOMES
from .ending import end, inventory, judge, leaders, leave, outcome
from .options import OPTIONS
from .orders import ORDERS, react
from .phases import PHASES
from .questions import HELP
from .seating import places_left
from .setup import setup
from .state import dump, load
from .table import Table
from .unseen import redeal_hidden


class TradeWinds(Ruleset):
    """Two to six captains, eight harbours round the Caribbean, twenty points of treasure at home."""

    slug = "trade-winds"
    name = "Trade Winds"
    edition = "Caribbean edition"
    summary = "Land on your own shore of Pirate Island, fight for cargo, and be the first with twenty points of treasure at home."
    seats = (2, 6)
    version = 1
    status = "trial"
    places = tuple(
        (board.HARBOURS[port].colour, f"{board.HARBOURS[port].colour.capitalize()}: {board.HARBOURS[port].name}") for port in HOMES
    )
    options = OPTIONS
    round_limit = "round_limit"
    bots = BOTS
    orders = ORDERS

    def places_left(self, taken, seats):
        return places_left(taken, seats)

    def setup(self, places, first, options, dice):
        return setup(places, first, options, dice)

    def decisions(self, state) -> list[Decision]:
        return [] if state.ended is not None else PHASES.ask(state)

    def apply(self, state, decision, action, dice) -> list[Event]:
        table = Table(state, dice)
        PHASES.answer(table, decision, action.answer)
        PHASES.advance(table)
        judge(table)
        return table.events

    def outcome(self, state):
        return outcome(state)

    def leave(self, state, seat, dice) -> list[Event]:
        table = Table(state, dice)
        leave(table, seat)
        PHASES.advance(table)
        judge(table)
        return table.events

    def close(self, state, reason) -> None:
        end(Table(state, None), leaders(state), reason)

    def seats_left(self, state):
        return tuple(state.playing())

    def turn(self, state):
        return state.round, state.active

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
        return HELP.get(decision.name, "")

    def why_not(self, state, decision, answer, refusal):
        return laws.why_not(state, decision, answer, refusal)

    def not_asked(self, state, seat, name):
        return laws.not_asked(seat, name)

    def react(self, view, decision, orders):
        return react(view, decision, orders)
