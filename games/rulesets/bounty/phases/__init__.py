"""The parts of a turn. Importing this package registers every phase by its kind."""

from games.rulesets.bounty.context import PHASES

from . import chest, ports, sailing, turn

__all__ = ["PHASES", "chest", "ports", "sailing", "turn"]
