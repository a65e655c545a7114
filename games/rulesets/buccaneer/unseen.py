"""Redeal everything that a seat cannot know, so that tests and bots can tell knowledge from guesses."""

from games.engine import Dice
from games.kit.crew_game.crew import sailing

from .phases import PHASES
from .state import State

TRIES = 20


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """Return a copy in which all other hands, both piles and the strengths behind others' moves are drawn again.

    Hands keep their sizes, so everything that `seat` can see stays the same (None: a spectator, who sees no hand). Everyone
    sees which seat is asked a question, so that seat gets a hand with which it would be asked.
    """
    for _ in range(TRIES):
        new = dealt_anew(state, {seat}, dice)
        if not state.agenda or PHASES.kinds[state.agenda[-1].kind].waits(new, state.agenda[-1]):
            return new
    return dealt_anew(state, {seat, state.agenda[-1].seat}, dice)


def dealt_anew(state: State, known: set[int | None], dice: Dice) -> State:
    """Return a copy in which everything is dealt again except the hands of the seats in `known`."""
    new = state.copy()
    others = [other for other in state.seats if other not in known]
    pool = list(state.crew)
    for other in others:
        pool += [*state.hands[other], *state.fresh[other]]
    pool = dice.shuffle(sorted(pool), "redeal")
    for other in others:
        for piles in (new.hands, new.fresh):
            count = len(piles[other])
            piles[other], pool = tuple(sorted(pool[:count])), pool[count:]
        new.strength[other] = sailing(new.hands[other])
    new.crew = tuple(pool)
    new.chance = tuple(dice.shuffle(sorted(state.chance), "redeal"))
    return new
