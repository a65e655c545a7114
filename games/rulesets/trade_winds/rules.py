"""Trade Winds: the ruleset."""

from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event, agreed
from games.kit.folder import FolderRuleset
from games.rulesets.trade_winds.seen import View
from games.rulesets.trade_winds.state import State

from . import board, ending, laws, seen, state, unseen, wording
from .bots.captain import BOTS
from .chart import HOMES
from .context import GameContext
from .options import CHANGES, OPTIONS, VERSION
from .orders import ORDERS, react
from .phases import PHASES
from .setup import places_left, setup


class TradeWinds(FolderRuleset[State, View, GameContext]):
    """The ruleset: two to six captains, eight harbours around the Caribbean, twenty points of treasure at home."""

    slug = "trade-winds"
    name = "Trade Winds"
    edition = "Caribbean edition"
    summary = "Land on your own shore of Pirate Island, fight for cargo, and be the first with twenty points of treasure at home."
    seats = (2, 6)
    usual_seats = 4
    version, changes = VERSION, CHANGES
    status = "trial"
    places = tuple(
        (board.HARBOURS[port].colour, f"{board.HARBOURS[port].colour.capitalize()}: {board.HARBOURS[port].name}") for port in HOMES
    )
    options = OPTIONS
    round_limit = "round_limit"
    bots = BOTS
    orders = ORDERS
    places_left, judge, react = staticmethod(places_left), staticmethod(ending.judge), staticmethod(react)
    phases, context = PHASES, GameContext
    ending, inventory = ending, staticmethod(ending.inventory)
    view, views, redeal_hidden = staticmethod(seen.view), staticmethod(seen.views), staticmethod(unseen.redeal_hidden)
    dump, load = staticmethod(state.dump), staticmethod(state.load)
    describe_event, ask, label = staticmethod(wording.describe_event), staticmethod(wording.ask), staticmethod(wording.label)
    tell_choice, help = staticmethod(wording.tell_choice), staticmethod(wording.help_with)
    why_not, not_asked = staticmethod(laws.why_not), staticmethod(laws.not_asked)

    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        return setup(places, first, agreed(OPTIONS, self.version, options), dice)

    def turn(self, state: State) -> tuple[int, int]:
        return state.round, state.active

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(state.home_total, state.seats))
