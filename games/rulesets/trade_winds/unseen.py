"""Redeal everything that a seat cannot know, so that bots and tests cannot rely on secrets.

Crew cards have numbers on their backs, so only the colours of cards in hands and ashore are hidden.
"""

from games.engine import Dice

from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """Return a copy with the hands of other captains, the crew they put ashore, and both piles redealt.

    Cards in hands and ashore keep their numbers, so `seat` (None: a spectator) sees no difference.
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
    """Return (number, seat that put it ashore) of a card ashore, a sort key that reveals no colour."""
    card, layer = laid
    return card[1], layer
