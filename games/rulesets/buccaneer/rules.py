"""Buccaneer, with one ruleset for each edition."""

from collections.abc import Sequence
from typing import Any

from games.engine import Action, Decision, Dice, Event, Snapshot, WindowWords, agreed
from games.kit.folder import FolderRuleset
from games.rulesets.buccaneer.seen import View

from . import ending, laws, orders, reactions, seen, unseen, wording
from .bots import BOTS
from .context import GameContext
from .editions import Edition
from .options import CHANGES, VERSION
from .phases import PHASES, on_dispute
from .setup import setup
from .state import State, dump, load


class Buccaneer(FolderRuleset[State, View, GameContext]):
    """The ruleset of an edition; `data` holds the differences between editions."""

    version, changes = VERSION, CHANGES
    first_orders = orders.FIRST
    status = "trial"
    bots = BOTS
    usual_seats = 4
    window_words = WindowWords("a move", "dispute", "disputed", "disputes", "the next turn begins")
    round_limit = "round_limit"
    phases, context = PHASES, GameContext
    ending, inventory = ending, staticmethod(ending.inventory)
    view, views, redeal_hidden = staticmethod(seen.view), staticmethod(seen.views), staticmethod(unseen.redeal_hidden)
    describe_event, ask, label = staticmethod(wording.describe_event), staticmethod(wording.ask), staticmethod(wording.label)
    tell_choice, help = staticmethod(wording.tell_choice), staticmethod(wording.help_with)
    why_not, not_asked = staticmethod(laws.why_not), staticmethod(laws.not_asked)
    judge, dump, react = staticmethod(ending.judge), staticmethod(dump), staticmethod(reactions.react)
    orders_first, orders_for = staticmethod(orders.orders_first), staticmethod(orders.orders_for)

    def __init__(self, edition: Edition):
        self.data = edition
        self.slug, self.name, self.edition, self.summary = edition.slug, edition.name, edition.label, edition.summary
        self.seats, self.places, self.options = edition.seats, edition.places, edition.options
        self.orders = orders.orders_of(edition)
        self.rules_page, self.draws_who_begins = edition.rules_page, edition.cut_for_dealer

    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        return setup(self.data, places, first, agreed(self.options, self.version, options), dice)

    def apply(self, state: State, decision: Decision, action: Action, dice: Dice) -> list[Event]:
        context = GameContext(state, dice)
        if decision.name == "dispute":
            on_dispute(context, action.seat, action.answer)
        else:
            if state.sailed is not None and state.sailed[0] != state.turn:
                state.sailed = None
            self.phases.answer(context, decision, action.answer)
        return self.carried_on(context)

    def load(self, snapshot: Snapshot) -> State:
        return load(self.data, snapshot)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(state.home_total, state.seats))
