"""Deal again everything that a seat cannot know, so that bots and tests do not rely on secrets.

Crew cards have numbers on their backs, so only the colour of a card in a hand or ashore is hidden.
"""

from games.engine import Dice

from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """Return a copy in which other hands, crew ashore laid by others, and both piles are drawn again.

    Every card keeps the number on its back, so everything `seat` can see stays the same (None: a spectator).
    """
    new = state.copy()
    others = [other for other in state.seats if other != seat]
    hidden = [card for other in others for card in (*state.hands[other], *state.fresh[other])]
    hidden += [card for pile in state.ashore for card, layer in pile if layer != seat or seat is None]
    hidden += state.crew
    pools = {number: dice.shuffle(sorted(card for card in hidden if card[1] == number), "redeal") for number in "123"}

    def again(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(pools[card[1]].pop() for card in cards))

    for other in others:
        new.hands[other], new.fresh[other] = again(state.hands[other]), again(state.fresh[other])
    new.ashore = [
        tuple(
            sorted((card if layer == seat and seat is not None else pools[card[1]].pop(), layer) for card, layer in sorted(pile, key=seen))
        )
        for pile in state.ashore
    ]
    new.crew = tuple(dice.shuffle(sorted(card for pool in pools.values() for card in pool), "redeal"))
    new.chance = tuple(dice.shuffle(sorted(state.chance), "redeal"))
    return new


def seen(laid: tuple[str, int]) -> tuple[str, int]:
    """Return the public facts about a card ashore: its number, and the seat that laid it. Sorting by these reveals no colours."""
    card, layer = laid
    return card[1], layer
