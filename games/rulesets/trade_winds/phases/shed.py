"""A Pick of no more goods than necessary."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine import IllegalAction, Pick


@dataclass(slots=True)
class Shed(Pick):
    """Give up things worth at least `low`, with none to spare: keeping any one of them would be too much again."""

    kind: ClassVar[str] = "pick"

    def problem(self, chosen: tuple[str, ...]) -> IllegalAction | None:
        refusal = Pick.problem(self, chosen)
        if refusal is None and self.too_many(chosen):
            return IllegalAction("not-needed", "You would give up more than has to go.")
        return refusal

    def too_many(self, chosen: tuple[str, ...]) -> bool:
        """Return whether one of these could be kept."""
        worth = self.worths(chosen)
        return sum(worth) - min(worth) >= (self.low or 0)

    def worths(self, chosen: tuple[str, ...]) -> list[int]:
        """Return the worth of each of these things."""
        table = self.worth or {}
        return [table[item] for item in chosen]

    def lightest(self) -> tuple[str, ...]:
        """Return the choice with the smallest loss."""
        return min(self.answers(), key=lambda chosen: (sum(self.worths(chosen)), len(chosen)))
