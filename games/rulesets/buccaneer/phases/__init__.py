"""The parts of a turn. Importing this package registers every phase by its kind."""

from . import chance, crews, turn
from .base import PHASES
from .turn import on_dispute

__all__ = ["PHASES", "chance", "crews", "on_dispute", "turn"]
