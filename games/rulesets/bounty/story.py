"""The story of an ended game: attacks, shoot-outs and trials, and holds in a line."""

from collections.abc import Sequence

from games.kit.story import Fights

from .seen import View
from .wording import card

FIGHTS = frozenset(("attacked", "fought", "plundered", "tried"))


def teller() -> Fights:
    """Return what gathers the chapters of one story."""
    return Fights(FIGHTS)


def holding(view: View, names: Sequence[str]) -> str:
    """Return one's own cargo in a line, the top card first; what lies under the hold comes last."""
    name = names[view.seat] if view.seat is not None else ""
    holds = [hold(cards, view.loot[ship]) for ship, cards in view.holds.items()]
    return f"{name}: {'; '.join(holds)}"


def hold(cards: Sequence[str], loot: Sequence[str]) -> str:
    """Return one ship's cargo."""
    words = ", ".join(map(card, reversed(cards))) or "an empty hold"
    return f"{words}, and under it {', '.join(map(card, loot))}" if loot else words
