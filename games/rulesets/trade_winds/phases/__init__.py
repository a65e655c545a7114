"""The parts of a turn. Importing this package registers every phase by its kind."""

from games.rulesets.trade_winds.context import PHASES

from . import crews, fighting, gains, islands, losses, ports, sailing, turn, winds

__all__ = ["PHASES", "crews", "fighting", "gains", "islands", "losses", "ports", "sailing", "turn", "winds"]
