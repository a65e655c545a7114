"""Redeal everything that a seat cannot know, so that bots and tests cannot rely on secrets."""

from games.engine import Dice

from .cards import PORT_OF
from .state import State


def redeal_hidden(state: State, seat: int | None, dice: Dice) -> State:
    """Return a copy with other captains' cards and all packs redealt. `seat` is None for a spectator, who owns no cards.

    Cards are exchanged only within a port's pack, so a hold still shows where its ship bought. A shown top card stays.
    """
    new = state.copy()
    others = [ship for ship, owner in enumerate(state.owners) if owner != seat]
    shown = [ship for ship in others if state.known[ship] and state.holds[ship]]
    hidden = [card for ship in others for card in (*state.holds[ship], *state.loot[ship])]
    hidden += [card for cards in state.packs for card in cards]
    for ship in shown:
        hidden.remove(state.holds[ship][-1])
    pools = [dice.shuffle(sorted(card for card in hidden if PORT_OF[card] == port), "redeal") for port in range(len(state.packs))]

    def again(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(pools[PORT_OF[card]].pop() for card in cards)

    for ship in others:
        shown_card = state.holds[ship][-1:] if ship in shown else ()
        new.holds[ship] = again(state.holds[ship][: len(state.holds[ship]) - len(shown_card)]) + shown_card
        new.loot[ship] = again(state.loot[ship])
    new.packs = [again(cards) for cards in state.packs]
    new.chest = tuple(dice.shuffle(sorted(state.chest), "redeal"))
    return new
