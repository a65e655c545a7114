"""The register of this game's phases."""

from games.kit.agenda import Errand, Phase, Phases

__all__ = ["PHASES", "Errand", "Phase", "phase"]

PHASES = Phases()
phase = PHASES.register
