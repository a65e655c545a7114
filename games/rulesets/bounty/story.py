"""The parts of the story of a finished game: attacks, fights and trials, and a hold in one line."""

from collections.abc import Sequence
from functools import partial

from games.kit.story import Fights

from .seen import View
from .wording import card

teller = partial(Fights, ("attacked", "fought", "plundered", "tried"))


def holding(view: View, names: Sequence[str]) -> str:
    """Return the reader's own cargo in one line, top card first, with the cards under the hold last."""
    name = names[view.seat] if view.seat is not None else ""
    holds = [hold(cards, view.loot[ship]) for ship, cards in view.holds.items()]
    return f"{name}: {'; '.join(holds)}"


def hold(cards: Sequence[str], loot: Sequence[str]) -> str:
    words = ", ".join(map(card, reversed(cards))) or "an empty hold"
    return f"{words}, and under it {', '.join(map(card, loot))}" if loot else words
