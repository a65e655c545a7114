"""What a seat cannot know, dealt anew: so that tests and thinking bots can tell knowledge from guessing."""

from games.engine import Dice

from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """A copy with all other hands, both piles and the strengths behind others' moves drawn again.

    Hands keep their sizes, so everything `seat` can see stays the same (None: a spectator, who sees no hand).
    """
    new = state.copy()
    others = [other for other in state.seats if other != seat]
    pool = list(state.crew)
    for other in others:
        pool += [*state.hands[other], *state.fresh[other]]
    pool = dice.shuffle(sorted(pool), "redeal")
    for other in others:
        for piles in (new.hands, new.fresh):
            count = len(piles[other])
            piles[other], pool = tuple(sorted(pool[:count])), pool[count:]
        new.strength[other] = dice.below(1 + state.strength[other] * 2, "redeal")
    new.crew = tuple(pool)
    new.chance = tuple(dice.shuffle(sorted(state.chance), "redeal"))
    return new
