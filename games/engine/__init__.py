"""The contract of a game, and the only ways a game changes. Pure: imports nothing of ours, no Django, no clock, no I/O."""

from .decisions import SITE, Amount, Choose, Confirm, Deal, Decision, Pick, Place
from .dice import Dice, commitment
from .errors import GameOver, IllegalAction, NotYourDecision, RulesError
from .facts import Action, Event, Outcome, Played, Snapshot
from .play import close, find_decision, last_round, leave, play
from .ruleset import Ruleset, StandingOrder, TableOption, UnknownVersion, agreed, version_of

__all__ = [
    "SITE",
    "Action",
    "Amount",
    "Choose",
    "Confirm",
    "Deal",
    "Decision",
    "Dice",
    "Event",
    "GameOver",
    "IllegalAction",
    "NotYourDecision",
    "Outcome",
    "Pick",
    "Place",
    "Played",
    "Ruleset",
    "RulesError",
    "Snapshot",
    "StandingOrder",
    "TableOption",
    "UnknownVersion",
    "agreed",
    "close",
    "commitment",
    "find_decision",
    "last_round",
    "leave",
    "play",
    "version_of",
]
