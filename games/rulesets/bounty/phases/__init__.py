"""The parts of a turn. Importing this package registers every phase by its kind."""

from games.rulesets.bounty.steps import PHASES

from . import chest, ports, sailing, turn

__all__ = ["PHASES", "chest", "ports", "sailing", "turn"]
