"""The table of a crew game: captains, entries of steps, the deal, and actions that move cards and treasure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from games.kit import agenda

from .crew import added, without


class Step(agenda.Step):
    """The types of the entries that a step may have; each kind of step has some of them."""

    __slots__ = ()

    square: int
    start: int
    mover: int
    other: int
    foe: int
    card: int
    limit: int
    count: int  # type: ignore[assignment]  # the entry hides tuple.count
    to: int


class HomePorts:
    """A mixin for states with `homes` (seat -> port), `gone` (the seats that left) and `turn` (the seat on turn)."""

    __slots__ = ()

    homes: tuple[int, ...]
    gone: tuple[int, ...]
    turn: int

    @property
    def seats(self) -> range:
        return range(len(self.homes))

    def playing(self) -> list[int]:
        return [seat for seat in range(len(self.homes)) if seat not in self.gone]

    def others(self, seat: int) -> tuple[int, ...]:
        return clockwise(len(self.homes), self.gone, seat)

    def off_turn(self, seat: int) -> bool:
        """Return whether another seat is on turn, so that this seat's standing orders may answer."""
        return seat != self.turn

    def owner(self, port: int) -> int | None:
        """Return the seat that has this port as its home, or None for a trading port."""
        return next((seat for seat, home in enumerate(self.homes) if home == port and seat not in self.gone), None)


@lru_cache(maxsize=4096)
def clockwise(count: int, gone: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the other seats of a table of `count` seats, without those in `gone`, clockwise from `seat`."""
    return tuple(other for step in range(1, count) if (other := (seat + step) % count) not in gone)


class CrewContext(agenda.Context[Any]):
    """A context for states with `crew` (the pile, top first), `treasure` (kind -> pieces left) and `holds`."""

    dropped: ClassVar[str]
    """The name of the event for crew that goes under the pile."""

    def draw(self, count: int) -> tuple[str, ...]:
        """Take up to `count` cards off the top of the crew pile."""
        cards: tuple[str, ...] = self.state.crew[:count]
        self.state.crew = self.state.crew[count:]
        return cards

    def bury(self, cards: Iterable[str]) -> None:
        """Put cards under the crew pile, in random order."""
        batch = tuple(cards)
        if len(batch) > 1:
            batch = tuple(self.dice.shuffle(batch, "batch"))
        self.state.crew += batch

    def open_facts(self, cards: Iterable[str]) -> dict[str, Any]:
        """Return the facts that everyone learns about crew cards that move, in addition to their number."""
        return {}

    def join(self, seat: int, count: int) -> None:
        """Move up to `count` crew cards from the top of the pile into a hand."""
        cards = self.draw(count)
        self.state.hands[seat] = added(self.state.hands[seat], cards)
        self.tell("crew-joined", seat, reveals=True, count=len(cards), **self.open_facts(cards))
        if cards:
            self.tell("crew-faces", seat, to=(seat,), cards=list(cards))

    def drop_crew(self, seat: int, cards: tuple[str, ...], name: str = "") -> None:
        """Put cards of a hand under the crew pile, and record the event `name`, or the event `dropped` if `name` is empty."""
        self.state.hands[seat] = without(self.state.hands[seat], cards)
        self.bury(cards)
        self.tell(name or self.dropped, seat, reveals=True, count=len(cards), **self.open_facts(cards))
        self.tell("crew-gone", seat, to=(seat,), cards=list(cards))

    def load(self, seat: int, goods: Iterable[str]) -> None:
        """Move treasure from its island into the hold."""
        goods = tuple(goods)
        for piece in goods:
            self.state.treasure[piece] -= 1
        self.state.holds[seat] = added(self.state.holds[seat], goods)


def deal_hands(context: CrewContext, pack: Sequence[str], first: int, size: int) -> None:
    """Deal `size` cards to each captain, the dealer first. The rest of the pack becomes the pile, and the first turn begins."""
    state = context.state
    context.tell("dealt", first, count=size, reveals=True)
    for step in state.seats:
        seat = (first + step) % len(state.homes)
        state.hands[seat], pack = tuple(sorted(pack[:size])), pack[size:]
        context.tell("crew-faces", seat, to=(seat,), cards=list(state.hands[seat]))
    state.crew = tuple(pack)
    context.tell("turn-began", first, round=1)
    state.draws = context.dice.count


def ownerless(homes: Sequence[int], first: int, count: int) -> list[int]:
    """Return the ports without a captain among `count` ports, clockwise from the dealer's port."""
    ports = ((homes[first] + step) % count for step in range(1, count))
    return [port for port in ports if port not in homes]


def count_everything(state: Any, piles: Iterable[Iterable[str]], chance: Mapping[int, Any]) -> dict[str, int]:
    """Return the number of each card and piece. `piles` are the piles that only this game has; `chance` maps numbers to chance cards."""
    count = Counter(state.treasure)
    for pile in (*state.hands, *state.fresh, *state.holds, *state.kept, *state.docks, *state.zones, state.crew, *piles):
        count.update(pile)
    count.update(chance[number].keep or f"chance {number}" for number in state.chance)
    return dict(sorted(count.items()))
