"""The interface that every game implements, and the only functions that change a game. Pure: no site code, no Django, no clock, no I/O."""

from .decisions import SITE, Amount, Choose, Confirm, Deal, Decision, Pick, Place, Words
from .dice import Dice, commitment
from .facts import Action, Event, GameOver, IllegalAction, NotYourDecision, Outcome, RulesError, Snapshot
from .formats import NewLaws, UnknownFormat, Upgrade, moved, restored, written
from .play import Changed, Played, close_game, find_decision, last_round, leave, play
from .ruleset import Ruleset, StandingOrder, TableOption, TooNew, UnknownVersion, WindowWords, agreed, version_of
