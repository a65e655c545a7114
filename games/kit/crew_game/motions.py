"""Animations in crew games: voyages, fights, cards turned up, and crew and treasure that change hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.engine import Event
from games.kit.motion import Flow, Motion, Point, Spot, card, fight, flows, mark, move, ship

from .chart import Chart
from .grid import left, middle, top

VOYAGES = ("sailed", "drifted", "fled")
LIT = (
    "turned", "pointed", "stayed", "attacked", "disputed", "forfeited", "bluff-caught", "pressed", "left", "secured", "no-effect",
    "no-treasure", "nothing-to-take", "nothing-taken", "wind-raised", "not-blown", "free-turn-began", "free-turn-declined",
)  # fmt: skip
"""Events that only highlight the ship."""

FLOWS: Mapping[str, Iterable[Flow]] = {
    "stocked": (("goods", "port", ""),),
    "captured": (("goods", "other", "ship"),),
    "put-back": (("goods", "ship", "stock"),),
    "crew-demanded": (),
    "crew-taken": (("crew", "other", "ship"),),
    "crew-surrendered": (("crew", "ship", "receiver"),),
    "crew-joined": (("crew", "pile", "ship"),),
    "crew-buried": (("crew", "ship", "pile"),),
    "crew-returned": (("crew", "ship", "pile"),),
    "deserted": (("crew", "ship", "pile"),),
    "crew-exchanged": (("crew", "ship", "pile"), ("crew", "pile", "ship")),
    "crew-mixed": (("crew", "ship", "other"), ("crew", "other", "ship")),
    "crew-given": (("crew", "ship", "receiver"),),
    "crew-lost": (("crew", "ship", "receiver"),),
    "fever": (("crew", "ship", "pile"),),
    "crew-washed-up": (("goods", "ship", "isle"),),
    "marooned": (("goods", "ship", "isle"),),
    "salvaged": (("goods", "isle", "ship"),),
    "treasure-found": (("goods", "stock", "ship"),),
    "treasure-lost": (("goods", "ship", "receiver"),),
    "chart-landed": (("goods", "stock", "ship"),),
    "chart-played": (("goods", "stock", "ship"),),
    "traded": (("given", "ship", "port"), ("taken", "port", "ship")),
    "stowed": (("given", "ship", "port"), ("taken", "port", "ship")),
    "unloaded": (("goods", "ship", "port"),),
    "john-landed": (("john", "ship", "port"), ("crew", "port", "ship")),
    "john-hired": (("goods", "ship", "port"), ("john", "port", "ship")),
}
"""Event -> the things that change hands, each with its origin and its destination."""


@dataclass(frozen=True)
class Shore:
    """The chart and the places ashore: the crew pile, the treasure stock, and the isles (by name, or by number as a receiver)."""

    chart: Chart
    pile: Point
    stock: Point
    isles: Mapping[str | int, Point] = field(default_factory=dict)
    face: Callable[[int], tuple[str, str]] = lambda number: ("", "")
    """Return the title and the text of a chance card, given its number."""

    def at(self, name: str) -> Point:
        return middle(self.chart, self.chart.squares[name])


def centre(chart: Chart, key: str) -> Point:
    c1, c2, r1, r2 = chart.islands[key]
    return round((left(c1) + left(c2 + 1)) / 2), round((top(chart, r1 - 1) + top(chart, r2)) / 2)


def motions(event: Event, shore: Shore) -> Sequence[Motion]:
    facts, name = event.facts, event.name
    if name == "chance-drawn":
        return [card(*shore.face(facts["card"]))]
    if name == "cut":
        return [card(str(facts["number"]))]
    if event.seat is None:
        return flows_of(event, shore)
    own = ship(event.seat)
    if name in VOYAGES:
        return [move(own, shore.at(facts["start"]), shore.at(facts["square"]))]
    if name == "blown":
        return [move(own, shore.at(facts["square"]))]
    if name in ("intercepted", "challenged"):
        return [move(ship(facts["other"]), shore.at(facts["square"])), mark(own)]
    if name in ("fight-won", "fight-drawn"):
        return [fight([own, ship(facts["other"])], [own] if name == "fight-won" else [])]
    if name == "sent-back":
        return [mark(ship(facts["other"]))]
    return [mark(own)] if name in LIT else flows_of(event, shore)


def flows_of(event: Event, shore: Shore) -> list[Motion]:
    """Return the animations of goods and crew that change hands."""
    facts = event.facts

    def things(kind: str) -> Sequence[str]:
        if kind == "john":
            return ("LJ",)
        if kind == "crew":
            shown = facts.get("backs", facts.get("crew"))
            return shown if isinstance(shown, list) else ("crew",) * facts.get("count", 1)
        goods: Sequence[str] = facts.get(kind, ())
        return goods

    def spot(where: str) -> Spot:
        seat = event.seat if where == "ship" else facts.get(where)
        if where == "port":
            return shore.at(facts["port"])
        if where in ("pile", "stock"):
            return shore.pile if where == "pile" else shore.stock
        if where == "isle":
            return shore.isles[facts.get("isle", "")]
        return ship(seat) if isinstance(seat, int) and seat >= 0 else shore.isles[seat or 0]

    return flows(event, FLOWS, things, spot)
