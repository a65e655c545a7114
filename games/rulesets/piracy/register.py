"""The register of this game's phases; the folder `phases` fills it."""

from games.kit.agenda import AutoStep, Phase, Phases

__all__ = ["PHASES", "AutoStep", "Phase", "phase"]

PHASES = Phases()
phase = PHASES.register
