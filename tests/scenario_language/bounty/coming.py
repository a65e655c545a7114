"""The random results of one step: throws of the die, and cards drawn from the top."""

from typing import Any

from games.rulesets.bounty.cards import PORT_OF
from games.rulesets.bounty.state import State
from tests.scenario_language.words import WordError, whole

from . import words
from .given import listed


def throws(label: str) -> Any:
    """Return a reader of the next throws of the die, for a ship or in a fight."""

    def read(state: State, dice: Any, value: Any) -> None:
        dice.numbers[label] = [whole(throw, 1) - 1 for throw in listed(value)]

    return read


def chest(state: State, dice: Any, value: Any) -> None:
    """Put these Treasure Chest cards on top, in this order."""
    numbers = words.chest(value)
    for number in numbers:
        if number not in state.chest:
            raise WordError(f"card {number} is not in the Treasure Chest.")
    state.chest = (*numbers, *(number for number in state.chest if number not in numbers))


def cargo(state: State, dice: Any, value: Any) -> None:
    """Put these cards on top of their packs."""
    for wanted in words.cards(value):
        card_on_top = next((card for pack in state.packs for card in pack if wanted.fits(card)), None)
        if card_on_top is None:
            raise WordError(f"{value} is in no pack.")
        pack = list(state.packs[PORT_OF[card_on_top]])
        pack.remove(card_on_top)
        state.packs[PORT_OF[card_on_top]] = (card_on_top, *pack)


COMING = {"die": throws("die"), "fight": throws("fight"), "chest": chest, "cargo": cargo}
