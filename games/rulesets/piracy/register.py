"""The register of this game's phases; the folder `phases` fills it."""

from games.kit.agenda import Errand, Phase, Phases

__all__ = ["PHASES", "Errand", "Phase", "phase"]

PHASES = Phases()
phase = PHASES.register
