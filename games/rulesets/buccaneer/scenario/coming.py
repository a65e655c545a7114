"""What comes by chance in one step: cards put on top of piles, and how blind draws and shuffles fall."""

from typing import Any

from games.engine import Dice
from games.kit.crew import without
from games.kit.words import WordError
from games.rulesets.buccaneer.state import State

from . import words
from .piles import chance_numbers


def card(state: State, dice: Dice, value: Any) -> None:
    """These chance cards are drawn next, the first one first."""
    numbers = chance_numbers(value)
    for number in numbers:
        if number not in state.chance:
            raise WordError(f"card {number} is not in the chance pack.")
    state.chance = (*numbers, *(number for number in state.chance if number not in numbers))


def crew(state: State, dice: Dice, value: Any) -> None:
    """These crew cards come from Pirate Island next, the first one first."""
    cards = words.crew(value)
    try:
        state.crew = (*cards, *without(state.crew, cards))
    except ValueError:
        raise WordError(f"{' '.join(cards)} are not all in the pile on Pirate Island.") from None


def blind(state: State, dice: Any, value: Any) -> None:
    """Card 20: what the drawer gives unseen, and what the other captain gives."""
    if not isinstance(value, list) or len(value) != 2:
        raise WordError("The blind exchange is written as two entries: the drawer's cards, the other captain's.")
    dice.orders["blind"] = [words.crew(cards) for cards in value]


def under(state: State, dice: Any, value: Any) -> None:
    """The order in which a batch goes under the pile on Pirate Island."""
    dice.orders["batch"] = [words.crew(value)]


COMING = {"card": card, "crew": crew, "blind": blind, "under": under}
