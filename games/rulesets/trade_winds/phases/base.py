"""The register of this game's phases, and who counts as off turn."""

from games.kit.agenda import Errand, Phase, Phases
from games.rulesets.trade_winds.state import State

__all__ = ["PHASES", "Errand", "Phase", "off_turn", "phase"]

PHASES = Phases()
phase = PHASES.register


def off_turn(state: State, seat: int) -> bool:
    """Is this seat asked although it is another's regular turn? His standing orders may answer, on a free turn too."""
    return seat != state.turn
