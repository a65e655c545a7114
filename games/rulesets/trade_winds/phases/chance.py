"""Draw a chance card, show it to everyone, and carry it out as far as possible."""

from typing import Any

from games.kit.agenda import Entries
from games.kit.crew_game import chance_cards
from games.rulesets.trade_winds.cards import CHANCE, Chance
from games.rulesets.trade_winds.state import State

from .base import phase

WINDS = ("squall", "breeze", "lee", "gulf")


@phase("draw")
class Draw(chance_cards.Draw):
    """Draw a chance card at the end of a move on the coast of Pirate Island."""

    cards = CHANCE

    def obey(self, state: State, seat: int, number: int, card: Any) -> list[Entries]:
        return obey(state, seat, number, card)


def obey(state: State, seat: int, number: int, card: Chance) -> list[Entries]:
    """Return the steps of a card, in order."""
    if card.do in WINDS:
        return [*chance_cards.reinforced(state, seat, card), (card.do, seat)]
    if card.do == "pieces":
        return [("pieces", seat, number), *([("join", seat, card.crew)] if card.crew else [])]
    if card.do == "deserters":
        return [("join", seat, card.crew if chance_cards.is_weak(state, seat, card) else 1)]
    if card.do == "rations":
        return [("lose-crew", seat, -1, card.crew)]
    return chance_cards.usual_steps(state, seat, number, card)
