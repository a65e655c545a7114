"""The chance of one step: how dice fall, and which cards lie on top."""

from typing import Any

from games.rulesets.bounty.cards import PORT_OF
from games.rulesets.bounty.state import State
from tests.scenario_language.words import WordError, whole

from . import words
from .given import listed


def throws(label: str) -> Any:
    """The next throws of the die, for a ship or in a fight."""

    def read(state: State, dice: Any, value: Any) -> None:
        dice.numbers[label] = [whole(one, 1) - 1 for one in listed(value)]

    return read


def chest(state: State, dice: Any, value: Any) -> None:
    """These Treasure Chest cards are drawn next, in this order."""
    numbers = words.chest(value)
    for number in numbers:
        if number not in state.chest:
            raise WordError(f"card {number} is not in the Treasure Chest.")
    state.chest = (*numbers, *(number for number in state.chest if number not in numbers))


def cargo(state: State, dice: Any, value: Any) -> None:
    """These cards lie on top of their packs now."""
    for wanted in words.cards(value):
        found = next((card for pack in state.packs for card in pack if wanted.fits(card)), None)
        if found is None:
            raise WordError(f"{value} is in no pack.")
        pack = list(state.packs[PORT_OF[found]])
        pack.remove(found)
        state.packs[PORT_OF[found]] = (found, *pack)


COMING = {"die": throws("die"), "fight": throws("fight"), "chest": chest, "cargo": cargo}
