"""The parts of a turn. Importing this package registers every phase by its kind."""

from . import chance, crews, fighting, gains, islands, losses, ports, sailing, turn, winds
from .base import PHASES

__all__ = ["PHASES", "chance", "crews", "fighting", "gains", "islands", "losses", "ports", "sailing", "turn", "winds"]
