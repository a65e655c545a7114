"""What may be done to a table where crew lies in one pile and treasure on one island."""

from collections.abc import Iterable
from typing import Any

from .agenda import Context
from .crew import added


class CrewTable(Context[Any]):
    """For states with `crew` (the pile, top first), `treasure` (kind -> pieces left) and `holds`."""

    def draw(self, count: int) -> tuple[str, ...]:
        """Cards off the top of the crew pile, as many as there are."""
        cards: tuple[str, ...] = self.state.crew[:count]
        self.state.crew = self.state.crew[count:]
        return cards

    def bury(self, cards: Iterable[str]) -> None:
        """A batch under the crew pile, in an order nobody chose."""
        batch = tuple(cards)
        if len(batch) > 1:
            batch = tuple(self.dice.shuffle(batch, "batch"))
        self.state.crew += batch

    def load(self, seat: int, goods: Iterable[str]) -> None:
        """Treasure from its island into the ship."""
        goods = tuple(goods)
        for piece in goods:
            self.state.treasure[piece] -= 1
        self.state.holds[seat] = added(self.state.holds[seat], goods)
