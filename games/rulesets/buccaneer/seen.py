"""The view of one seat, built only from what the seat may know rather than by hiding parts of the whole state."""

from typing import Any, NamedTuple

from games.engine.facts import named

from .editions import EDITIONS, Edition
from .sea import Sea
from .state import State


class Public(NamedTuple):
    """The public part of a table (R-7)."""

    slug: str
    options: dict[str, Any]
    homes: tuple[int, ...]
    first: int
    round: int
    turn: int
    at: list[int]
    heading: list[int]
    bound: tuple[int, ...]
    holds: list[tuple[str, ...]]
    kept: list[tuple[str, ...]]
    docks: list[tuple[str, ...]]
    zones: list[tuple[str, ...]]
    flat: tuple[str, ...]
    treasure: dict[str, int]
    chart_used: bool
    sailed: tuple[int, int, int] | None
    gone: tuple[int, ...]
    ended: tuple[tuple[int, ...], str] | None
    crew_counts: tuple[int, ...]
    crew_pile: int
    chance_pile: int
    totals: tuple[int, ...]
    asked: str

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.slug]

    @property
    def sea(self) -> Sea:
        return EDITIONS[self.slug].sea


class View(NamedTuple):
    """The view of one seat (None: a spectator, whose hand is empty). `fresh` is crew drawn but not yet in the hand (card 19)."""

    seat: int | None
    public: Public
    hand: tuple[str, ...]
    fresh: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "public": self.public._asdict(), "hand": self.hand, "fresh": self.fresh}


def public(state: State) -> Public:
    """Return the public part of a table. It shares the state's own collections, which never change once `play` has returned."""
    step = state.agenda[-1] if state.agenda else None
    return Public(
        state.edition.slug, state.options, state.homes, state.first, state.round, state.turn, state.at, state.heading, state.bound, state.holds,
        state.kept, state.docks, state.zones, state.flat, state.treasure, state.chart_used, state.sailed, state.gone,
        state.ended, tuple(map(len, state.hands)), len(state.crew), len(state.chance),
        tuple(map(state.home_total, state.seats)), step.kind if step else "",
    )  # fmt: skip


def view(state: State, seat: int | None) -> View:
    if seat is None:
        return View(None, public(state), (), ())
    return View(seat, public(state), state.hands[seat], state.fresh[seat])


def views(state: State) -> list[View]:
    """Return the views of all seats, which share the public part."""
    shared = public(state)
    return [named(View, (seat, shared, state.hands[seat], state.fresh[seat])) for seat in state.seats]
