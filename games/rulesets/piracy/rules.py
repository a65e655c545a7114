"""Piracy, Pirates of Port Blackwood: the ruleset."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import Dice, Event, RulesError, agreed
from games.kit.folder import FolderRuleset
from games.rulesets.piracy.seen import View
from games.rulesets.piracy.state import State

from . import ending, laws, seen, state, unseen, wording
from .board import COLOURS
from .bots.captain import BOTS
from .context import GameContext
from .options import CHANGES, OPTIONS, VERSION
from .phases import PHASES
from .phases.turn import next_turn
from .setup import setup, team_of


class Piracy(FolderRuleset[State, View, GameContext]):
    """The ruleset: two to six captains, one hoard, two monsters, and very little honour."""

    slug = "piracy"
    name = "Piracy"
    edition = "Pirates of Port Blackwood"
    summary = "Fetch coins from the hoard, keep clear of two monsters, and rob those who were quicker. As a race, or in teams of two."
    seats = (2, 6)
    usual_seats = 4
    draws_who_begins = True
    version, changes = VERSION, CHANGES
    status = "trial"
    places = tuple((colour, colour.capitalize()) for colour in COLOURS)
    place_called = "colour"
    options = OPTIONS
    unit = ("coin", "coins")
    round_limit = "round_limit"
    bots = BOTS
    scores = staticmethod(ending.scores)
    phases, context = PHASES, GameContext
    ending, inventory = ending, staticmethod(ending.inventory)
    view, views, redeal_hidden = staticmethod(seen.view), staticmethod(seen.views), staticmethod(unseen.redeal_hidden)
    dump, load = staticmethod(state.dump), staticmethod(state.load)
    describe_event, ask, label = staticmethod(wording.describe_event), staticmethod(wording.ask), staticmethod(wording.label)
    tell_choice, help = staticmethod(wording.tell_choice), staticmethod(wording.help_with)
    why_not, not_asked = staticmethod(laws.why_not), staticmethod(laws.not_asked)

    def setup(self, places: Sequence[str], first: int, options: dict[str, Any], dice: Dice) -> tuple[State, list[Event]]:
        if wrong := self.unplayable(options, len(places)):
            raise RulesError("seats", wrong, "G1")
        return setup(places, first, agreed(OPTIONS, self.version, options), dice)

    def teams(self, options: Mapping[str, Any], seats: int) -> tuple[tuple[int, ...], ...]:
        teams: dict[int, tuple[int, ...]] = {}
        for seat in range(seats):
            team = team_of(seat, seats, options.get("mode") == "hoard")
            teams[team] = (*teams.get(team, ()), seat)
        return tuple(teams.values())

    def leave(self, state: State, seat: int, dice: Dice) -> list[Event]:
        context = GameContext(state, dice)
        if ending.leave(context, seat):
            state.agenda.clear()
            next_turn(context)
        return self.carried_on(context)
