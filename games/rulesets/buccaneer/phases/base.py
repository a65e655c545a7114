"""The register of this game's phases."""

from games.kit.agenda import Phase, Phases
from games.kit.crew_game.table import off_turn

PHASES = Phases()
phase = PHASES.register
