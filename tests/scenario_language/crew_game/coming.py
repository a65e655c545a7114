"""The random results of one step, in games with a chance pack and a pile of crew. Each is `(state, dice, value)`."""

from collections.abc import Callable
from typing import Any

from games.kit.crew_game.crew import without
from tests.scenario_language.words import WordError

Coming = Callable[[Any, Any, Any], None]


def chance(read: Callable[[Any], tuple[int, ...]]) -> Coming:
    """Return a reader of the chance cards drawn next, in order."""

    def card(state: Any, dice: Any, value: Any) -> None:
        numbers = read(value)
        for number in numbers:
            if number not in state.chance:
                raise WordError(f"card {number} is not in the chance pack.")
        state.chance = (*numbers, *(number for number in state.chance if number not in numbers))

    return card


def crew(read: Callable[[Any], tuple[str, ...]], pile: str) -> Coming:
    """Return a reader of the crew cards drawn next from the top of the pile, in order; `pile` names its place."""

    def on_top(state: Any, dice: Any, value: Any) -> None:
        cards = read(value)
        try:
            state.crew = (*cards, *without(state.crew, cards))
        except ValueError:
            raise WordError(f"{' '.join(cards)} are not all in the {pile}.") from None

    return on_top


def blind(read: Callable[[Any], tuple[str, ...]], what: str) -> Coming:
    """Return a reader of cards swapped unseen: those of the drawer, and those of the other captain. `what` names the swap."""

    def swap(state: Any, dice: Any, value: Any) -> None:
        if not isinstance(value, list) or len(value) != 2:
            raise WordError(f"The blind {what} is written as two entries: the drawer's cards, the other captain's.")
        dice.orders["blind"] = [read(cards) for cards in value]

    return swap


def under(read: Callable[[Any], tuple[str, ...]]) -> Coming:
    """Return a reader of the order in which several cards go under the pile of crew."""

    def batch(state: Any, dice: Any, value: Any) -> None:
        dice.orders["batch"] = [read(value)]

    return batch
