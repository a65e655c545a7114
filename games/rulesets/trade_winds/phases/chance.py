"""A chance card is drawn, shown to all, and obeyed as completely as possible."""

from games.kit.crew import added, sailing
from games.rulesets.trade_winds.cards import CHANCE, Chance
from games.rulesets.trade_winds.state import State

from .base import Errand, phase

WINDS = ("squall", "breeze", "lee", "gulf")


@phase
class Draw(Errand):
    """("draw", seat): turn up the top card. Cards that are not kept go straight back under the pack."""

    kind = "draw"

    def run(self, table, step):
        state, seat = table.state, step[1]
        if not state.chance:
            return
        number, state.chance = state.chance[0], state.chance[1:]
        card = CHANCE[number]
        table.tell("chance-drawn", seat, reveals=True, card=number)
        if card.keep:
            state.kept[seat] = added(state.kept[seat], (card.keep,))
            return
        state.chance += (number,)
        table.then(*obey(state, seat, number, card))


def obey(state: State, seat: int, number: int, card: Chance) -> list[tuple]:
    """The steps a card asks for, in order."""
    weak = sailing(state.hands[seat]) <= card.limit
    reinforce = [("join", seat, card.crew)] if card.crew and weak else []
    if card.do in WINDS:
        return [*reinforce, (card.do, seat)]
    if card.do == "both":
        return [("treasure", seat, card.up_to), *reinforce]
    if card.do == "cut":
        return [("treasure", seat, card.up_to), ("reduce", seat, card.limit)]
    if card.do == "either":
        return [("gain", seat, number)]
    if card.do == "pieces":
        return [("pieces", seat, number), *([("join", seat, card.crew)] if card.crew else [])]
    if card.do == "crew":
        return [("join", seat, card.crew)]
    if card.do == "deserters":
        return [("join", seat, card.crew if weak else 1)]
    if card.do == "fever":
        return [("fever", sick) for sick in (seat, *state.others(seat))]
    if card.do == "rations":
        return [("lose-crew", seat, -1, card.crew)]
    return [(card.do, seat)]
