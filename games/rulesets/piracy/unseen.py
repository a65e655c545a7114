"""Reshuffle the event pack, whose order no seat can know."""

from games.engine import Dice

from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """Return a copy with the event pack shuffled again."""
    new = state.copy()
    new.events = tuple(dice.shuffle(sorted(state.events), "redeal"))
    return new
