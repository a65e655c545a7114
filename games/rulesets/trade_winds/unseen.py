"""What a seat cannot know, dealt anew: so that tests and thinking bots can tell knowledge from guessing.

Numbers stand on the backs of crew cards, so all that is hidden of a card in a hand or ashore is its colour.
"""

from games.engine import Dice

from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """A copy in which other hands, crew ashore laid by others, and both piles are drawn again.

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
    """What everyone sees of a card ashore: its number, and who laid it there. In this order nothing hangs on colours."""
    card, layer = laid
    return card[1], layer
