"""The register of this game's phases, and who counts as off turn."""

from games.kit.agenda import Phase, Phases, Step
from games.rulesets.buccaneer.state import State

__all__ = ["PHASES", "Phase", "Step", "off_turn", "phase"]

PHASES = Phases()
phase = PHASES.register


def off_turn(state: State, seat: int) -> bool:
    """Is this seat asked although it is another's turn?"""
    return seat != state.turn
