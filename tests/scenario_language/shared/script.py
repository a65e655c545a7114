"""Dice scripted by a scenario; a fixed seed gives all other results."""

from collections.abc import Iterable
from typing import Any, TypeVar

from games.engine import Dice
from tests.scenario_language.words import WordError

SEED = b"scenario"
T = TypeVar("T")


class ScriptedDice(Dice):
    """Dice with scripted results. `numbers[label]` are the next draws of that label, `orders[label]` the first cards of its next shuffles."""

    def __init__(self) -> None:
        super().__init__(SEED)
        self.numbers: dict[str, list[int]] = {}
        self.orders: dict[str, list[tuple[Any, ...]]] = {}

    def below(self, sides: int, label: str) -> int:
        fallen = super().below(sides, label)
        waiting = self.numbers.get(label)
        return waiting.pop(0) % sides if waiting else fallen

    def shuffle(self, cards: Iterable[T], label: str) -> list[T]:
        mixed = super().shuffle(cards, label)
        waiting = self.orders.get(label)
        if not waiting:
            return mixed
        first: list[Any] = list(waiting.pop(0))
        for card in first:
            if card not in mixed:
                raise WordError(f"{card} cannot come, it is not among the cards that are shuffled.")
            mixed.remove(card)
        return first + mixed

    def unused(self) -> str:
        """Return a label that was scripted but never used, or ""."""
        return next((label for script in (self.numbers, self.orders) for label, draws in script.items() if draws), "")
