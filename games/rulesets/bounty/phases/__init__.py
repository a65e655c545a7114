"""The parts of a turn. Importing this package registers every phase by its kind."""

from . import chest, fighting, ports, sailing, turn
from .base import PHASES

__all__ = ["PHASES", "chest", "fighting", "ports", "sailing", "turn"]
