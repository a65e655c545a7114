"""Bounty: the ruleset."""

from collections.abc import Sequence
from typing import Any

from games.engine import Dice, Event, agreed
from games.kit.folder import FolderRuleset
from games.rulesets.bounty.seen import View
from games.rulesets.bounty.state import State

from . import ending, laws, seen, state, unseen, wording
from .board import COLOURS
from .bots.captain import BOTS
from .context import GameContext
from .options import CHANGES, OPTIONS, VERSION
from .orders import ORDERS, carry_on, react
from .phases import PHASES
from .setup import setup


class Bounty(FolderRuleset[State, View, GameContext]):
    """The ruleset: two to eight captains, seven ports, one Home Port; the first captain worth a hundred dubloons wins."""

    slug = "bounty"
    name = "Bounty"
    edition = ""
    summary = "Buy cargo unseen at seven ports, bluff about what you carry, rob and be robbed, and grow rich at Home Port."
    seats = (2, 8)
    usual_seats = 4
    draws_who_begins = True
    version, changes = VERSION, CHANGES
    status = "trial"
    places = tuple((colour, f"{colour.capitalize()} ship") for colour in COLOURS)
    place_called = "colour"
    options = OPTIONS
    unit = ("dubloon", "dubloons")
    round_limit = "rounds"
    bots = BOTS
    orders = ORDERS
    orders_about = (
        "In Bounty nobody is asked anything during another captain's turn. These orders are for your own turns: a voyage that you have planned is "
        "sailed as soon as your turn comes, and they answer for you when your time has run out."
    )
    react, carry_on = staticmethod(react), staticmethod(carry_on)
    phases, context = PHASES, GameContext
    ending, inventory = ending, staticmethod(ending.inventory)
    view, views, redeal_hidden = staticmethod(seen.view), staticmethod(seen.views), staticmethod(unseen.redeal_hidden)
    dump, load = staticmethod(state.dump), staticmethod(state.load)
    describe_event, ask, label = staticmethod(wording.describe_event), staticmethod(wording.ask), staticmethod(wording.label)
    tell_choice, help = staticmethod(wording.tell_choice), staticmethod(wording.help_with)
    why_not, not_asked = staticmethod(laws.why_not), staticmethod(laws.not_asked)

    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        return setup(places, first, agreed(OPTIONS, self.version, options), dice)

    def judge(self, context: GameContext) -> None:
        """Drop all remaining steps if a captain has reached the goal, and so won at once."""
        if context.state.ended is not None:
            context.state.agenda.clear()

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(state.net, state.seats))
