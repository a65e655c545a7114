"""The contract of a game, and the only ways to change one. Pure: imports nothing of ours, no Django, no clock, no I/O."""

from .decisions import SITE, Amount, Choose, Confirm, Deal, Decision, Pick, Place, Words
from .dice import Dice, commitment
from .errors import GameOver, IllegalAction, NotYourDecision, RulesError
from .facts import Action, Event, Outcome, Snapshot
from .formats import NewLaws, UnknownFormat, Upgrade, moved, restored, written
from .play import Changed, Played, close_game, find_decision, last_round, leave, play
from .ruleset import Ruleset, StandingOrder, TableOption, TooNew, UnknownVersion, WindowWords, agreed, version_of

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
    "NewLaws",
    "NotYourDecision",
    "Outcome",
    "Pick",
    "Place",
    "Changed",
    "Played",
    "RulesError",
    "Ruleset",
    "Snapshot",
    "StandingOrder",
    "TableOption",
    "TooNew",
    "UnknownFormat",
    "UnknownVersion",
    "Upgrade",
    "WindowWords",
    "Words",
    "agreed",
    "close_game",
    "commitment",
    "find_decision",
    "last_round",
    "leave",
    "moved",
    "play",
    "restored",
    "version_of",
    "written",
]
