"""The phases of a turn. Importing this package registers each phase for its kind of step."""

from games.rulesets.buccaneer.context import PHASES

from . import chance, crews, turn
from .turn import on_dispute
