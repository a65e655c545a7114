"""The parts of a turn. Importing this package registers every phase by its kind."""

from . import chance, crews, turn
from .base import PHASES
from .turn import on_dispute
