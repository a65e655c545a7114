"""The parts of a turn. Importing this registers every phase under its kind."""

from games.rulesets.piracy.register import PHASES

from . import cannon, events, sailing, turn

__all__ = ["PHASES", "cannon", "events", "sailing", "turn"]
