"""The parts of a turn. Importing this package registers every phase by its kind."""

from games.rulesets.buccaneer.context import PHASES

from . import chance, crews, turn
from .turn import on_dispute
