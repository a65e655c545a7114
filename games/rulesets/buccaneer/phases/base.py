"""The register of this game's phases."""

from games.kit.agenda import Phase, Phases, Step
from games.kit.crew_game.captains import off_turn

__all__ = ["PHASES", "Phase", "Step", "off_turn", "phase"]

PHASES = Phases()
phase = PHASES.register
