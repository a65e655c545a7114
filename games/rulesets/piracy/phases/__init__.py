"""The parts of a turn. Importing this package registers every phase by its kind."""

from games.rulesets.piracy.context import PHASES

from . import events, sailing, turn

__all__ = ["PHASES", "events", "sailing", "turn"]
