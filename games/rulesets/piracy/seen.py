"""The view of one seat: everything on the table. Only the order of the event pack is hidden, from everyone."""

from collections import Counter, namedtuple
from typing import Any, NamedTuple, cast

from .board import HOMES
from .cards import EVENT_CARDS
from .chart import CHARTS, Chart
from .state import LISTS, PUBLIC, State

Public = cast(Any, namedtuple("Public", (*PUBLIC, "cards_left")))
"""The public part of the state, under the state's own names. `cards_left` counts each event's cards left in the pack."""


class View(NamedTuple):
    """The view of one seat. `seat` is None for a spectator."""

    seat: int | None
    public: Any

    def to_json(self) -> dict[str, Any]:
        public = self.public._asdict()
        public["loose"] = {str(square): count for square, count in self.public.loose.items()}
        return {"seat": self.seat, "public": public}

    def is_held(self, ship: int) -> bool:
        return self.public.pos[ship] in self.chart.homes and self.public.pos[ship] in self.public.monsters

    def monster_place(self, monster: int) -> str:
        square = self.public.monsters[monster]
        return f"at home on {HOMES[monster]}" if square in self.chart.homes else f"at {self.chart.name(square)}"

    @property
    def chart(self) -> Chart:
        return CHARTS[self.public.options["chart"]]


def public(state: State) -> Any:
    """Return the public table. The table shares the state's collections, which never change after `play` has returned."""
    return Public(*(getattr(state, name) for name in PUBLIC), cards_left(state))


def cards_left(state: State) -> dict[str, int]:
    """Return the number of cards of each event left in the pack; {} at a table that rolls the red die."""
    if state.options["events"] == "die":
        return {}
    gone = Counter(state.discard)
    return {card: count - gone[card] for card, count in EVENT_CARDS.items()}


def view(state: State, seat: int | None) -> View:
    return View(seat, public(state))


def views(state: State) -> list[View]:
    shared = public(state)
    return [View(seat, shared) for seat in state.seats]


def state_of(view: View) -> State:
    """Return a state for planning, made only from a view. Its event pack is empty, because the order of the pack is secret."""
    state = State.__new__(State)
    for name in PUBLIC:
        value = getattr(view.public, name)
        setattr(state, name, list(value) if name in LISTS else dict(value) if name == "loose" else value)
    state.events, state.chart = (), view.chart
    return state
