"""Actions in games with one crew pile and one treasure island."""

from collections.abc import Iterable
from typing import Any, ClassVar

from games.kit.agenda import Context

from .crew import added, without


class CrewContext(Context[Any]):
    """For states with `crew` (the pile, top first), `treasure` (kind -> pieces left) and `holds`."""

    dropped: ClassVar[str]
    """The event for crew that goes under the pile."""

    def draw(self, count: int) -> tuple[str, ...]:
        """Take up to `count` cards off the top of the crew pile."""
        cards: tuple[str, ...] = self.state.crew[:count]
        self.state.crew = self.state.crew[count:]
        return cards

    def bury(self, cards: Iterable[str]) -> None:
        """Put some cards under the crew pile, in random order."""
        batch = tuple(cards)
        if len(batch) > 1:
            batch = tuple(self.dice.shuffle(batch, "batch"))
        self.state.crew += batch

    def open_facts(self, cards: Iterable[str]) -> dict[str, Any]:
        """Return the facts that everyone learns about moved crew cards, in addition to their number."""
        return {}

    def join(self, seat: int, count: int) -> None:
        """Deal up to `count` crew from the top of the pile into the hand."""
        cards = self.draw(count)
        self.state.hands[seat] = added(self.state.hands[seat], cards)
        self.tell("crew-joined", seat, reveals=True, count=len(cards), **self.open_facts(cards))
        if cards:
            self.tell("crew-faces", seat, to=(seat,), cards=list(cards))

    def drop_crew(self, seat: int, cards: tuple[str, ...], name: str = "") -> None:
        """Put hand cards of a seat under the crew pile, and tell the event `name`, or the usual event without one."""
        self.state.hands[seat] = without(self.state.hands[seat], cards)
        self.bury(cards)
        self.tell(name or self.dropped, seat, reveals=True, count=len(cards), **self.open_facts(cards))
        self.tell("crew-gone", seat, to=(seat,), cards=list(cards))

    def load(self, seat: int, goods: Iterable[str]) -> None:
        """Load treasure from its island into the ship."""
        goods = tuple(goods)
        for piece in goods:
            self.state.treasure[piece] -= 1
        self.state.holds[seat] = added(self.state.holds[seat], goods)
