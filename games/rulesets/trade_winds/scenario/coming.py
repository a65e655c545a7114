"""What comes by chance in one step: cards put on top of piles, and how blind draws and shuffles fall."""

from typing import Any

from games.engine import Dice
from games.kit.crew import without
from games.kit.words import WordError, whole
from games.rulesets.trade_winds.state import State

from . import words


def card(state: State, dice: Dice, value: Any) -> None:
    """These chance cards are drawn next, the first one first."""
    numbers = words.chance(value)
    for number in numbers:
        if number not in state.chance:
            raise WordError(f"card {number} is not in the chance pack.")
    state.chance = (*numbers, *(number for number in state.chance if number not in numbers))


def crew(state: State, dice: Dice, value: Any) -> None:
    """These crew cards come from the pile next, the first one first."""
    cards = words.crew(value)
    try:
        state.crew = (*cards, *without(state.crew, cards))
    except ValueError:
        raise WordError(f"{' '.join(cards)} are not all in the crew pile.") from None


def blind(state: State, dice: Any, value: Any) -> None:
    """Beach Brawl: what the drawer gives unseen, and what the other captain gives."""
    if not isinstance(value, list) or len(value) != 2:
        raise WordError("The blind swap is written as two entries: the drawer's cards, the other captain's.")
    dice.orders["blind"] = [words.crew(cards) for cards in value]


def under(state: State, dice: Any, value: Any) -> None:
    """The order in which a batch goes under the crew pile."""
    dice.orders["batch"] = [words.crew(value)]


def face_down(state: State, dice: Any, value: Any) -> None:
    """Which of several face-down cards of one number is taken: black ones come first, counted from 1."""
    dice.numbers["ashore"] = [whole(value, 1) - 1]


COMING = {"card": card, "crew": crew, "blind": blind, "under": under, "face down": face_down}
