"""Draw a chance card, show it to everyone, and carry it out as far as possible."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from games.kit.agenda import AutoStep, Entries, Step

from .crew import added, sailing


class Draw(AutoStep, ABC):
    """("draw", seat): turn up the top card. A card that is not kept goes straight back under the pack."""

    cards: ClassVar[Mapping[int, Any]] = {}

    def run(self, context: Any, step: Step) -> None:
        state, seat = context.state, step.seat
        if not state.chance:
            return
        number, state.chance = state.chance[0], state.chance[1:]
        card = self.cards[number]
        context.tell("chance-drawn", seat, reveals=True, card=number)
        if card.keep:
            state.kept[seat] = added(state.kept[seat], (card.keep,))
            return
        state.chance += (number,)
        context.then_all(self.obey(state, seat, number, card))

    @abstractmethod
    def obey(self, state: Any, seat: int, number: int, card: Any) -> list[Entries]:
        """Return the steps of a card, in order."""


def is_weak(state: Any, seat: int, card: Any) -> bool:
    """Return whether the crew is small enough for the card to help."""
    return bool(sailing(state.hands[seat]) <= card.limit)


def reinforced(state: Any, seat: int, card: Any) -> list[Entries]:
    """Return the steps that bring a card's crew to a weak ship."""
    return [("join", seat, card.crew)] if card.crew and is_weak(state, seat, card) else []


def usual_steps(state: Any, seat: int, number: int, card: Any) -> list[Entries]:
    """Return the steps of the cards that all crew games share; any other card is a step with its own name."""
    if card.do == "both":
        return [("treasure", seat, card.up_to), *reinforced(state, seat, card)]
    if card.do == "cut":
        return [("treasure", seat, card.up_to), ("reduce", seat, card.limit)]
    if card.do == "either":
        return [("gain", seat, number)]
    if card.do == "crew":
        return [("join", seat, card.crew)]
    if card.do == "fever":
        return [("fever", sick) for sick in (seat, *state.others(seat))]
    return [(card.do, seat)]
