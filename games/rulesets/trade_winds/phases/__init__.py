"""The parts of a turn. Importing this registers every phase under its kind."""

from . import chance, crews, fighting, gains, islands, losses, ports, sailing, turn, winds
from .base import PHASES

__all__ = ["PHASES", "chance", "crews", "fighting", "gains", "islands", "losses", "ports", "sailing", "turn", "winds"]
