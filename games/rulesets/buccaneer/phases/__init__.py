"""The parts of a turn. Importing this package registers every phase by its kind."""

from . import chance, crews, fighting, gains, islands, losses, ports, sailing, turn
from .base import PHASES
from .turn import on_dispute

__all__ = [
    "PHASES",
    "chance",
    "crews",
    "fighting",
    "gains",
    "islands",
    "losses",
    "on_dispute",
    "ports",
    "sailing",
    "turn",
]
