"""The view of one seat. It is built from what the seat may know, never by removing secrets from the state."""

from typing import Any, NamedTuple

from .state import State, points


class Public(NamedTuple):
    """The public part of the table. The backs of all crew cards are visible, so their numbers are public."""

    options: dict[str, Any]
    homes: tuple[int, ...]
    first: int
    round: int
    turn: int
    active: int
    at: list[int]
    heading: list[int]
    bans: tuple[tuple[int, int, bool], ...]
    holds: list[tuple[str, ...]]
    kept: list[tuple[str, ...]]
    zones: list[tuple[str, ...]]
    isles: list[tuple[str, ...]]
    treasure: dict[str, int]
    moved: str
    entered: bool
    boost: bool
    queue: tuple[int, ...]
    freed: tuple[int, ...]
    gone: tuple[int, ...]
    ended: tuple[tuple[int, ...], str] | None
    backs: tuple[tuple[int, ...], ...]
    crew_pile: int
    chance_pile: int
    totals: tuple[int, ...]
    asked: str


class View(NamedTuple):
    """The view of one seat. `seat` is None for a spectator. `docks` shows crew ashore by backs, but the seat's own crew by faces."""

    seat: int | None
    public: Public
    docks: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    fresh: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        public = self.public._asdict()
        return {"seat": self.seat, "public": public, "docks": self.docks, "hand": self.hand, "fresh": self.fresh}

    def strength(self, seat: int) -> int:
        return sum(self.public.backs[seat])

    def worth_aboard(self, seat: int) -> int:
        return points(self.public.holds[seat])


def public(state: State) -> Public:
    """Return the public table. The table shares the state's collections, which never change after `play` has returned."""
    step = state.agenda[-1] if state.agenda else None
    return Public(
        state.options, state.homes, state.first, state.round, state.turn, state.active, state.at, state.heading, state.bans, state.holds,
        state.kept, state.zones, state.isles, state.treasure, state.moved, state.entered, state.boost, state.queue, state.freed,
        state.gone, state.ended, tuple(map(backs, state.hands)), len(state.crew), len(state.chance),
        tuple(map(state.home_total, state.seats)), step.kind if step else "",
    )  # fmt: skip


def backs(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of crew cards, sorted so that their order reveals no colour."""
    return tuple(sorted(int(card[1]) for card in cards))


def docks(state: State, port: int, seat: int | None) -> tuple[str, ...]:
    """Return the goods and the crew on a port's docks as `seat` sees them."""
    pile = state.ashore[port]
    if not pile:
        return state.docks[port]
    return (*state.docks[port], *sorted(card if layer == seat else "?" + card[1] for card, layer in pile))


def view(state: State, seat: int | None, shared: Public | None = None) -> View:
    """Return the view of `seat`. `shared` is the public table, if it has been computed already."""
    shared, ports = shared or public(state), tuple(docks(state, port, seat) for port in range(len(state.docks)))
    if seat is None:
        return View(None, shared, ports, (), ())
    return View(seat, shared, ports, state.hands[seat], state.fresh[seat])


def views(state: State) -> list[View]:
    shared = public(state)
    return [view(state, seat, shared) for seat in state.seats]
