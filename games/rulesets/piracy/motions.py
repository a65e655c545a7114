"""The animations of events on the page."""

from collections.abc import Iterable, Mapping, Sequence

from games.engine import Event
from games.kit.motion import Flow, Motion, Spot, card, dice, fight, flows, mark, move, ship

from .board import EVENTS
from .chart import ANCHORAGE, Chart
from .drawing_ink import middle
from .seen import View

FLOWS: Mapping[str, Iterable[Flow]] = {
    "handed-over": (("coins", "ship", "partner"),),
    "coins-taken": (("coins", "square", "ship"),),
    "ball-found": (("ball", "square", "ship"),),
    "delivered": (("coins", "ship", "port"),),
    "robbed": (("coins", "victim", "ship"),),
    "coin-added": (("coins", "hoard", ""),),
    "set-out": (("coins", "hoard", ""),),
}
"""Event -> the things that change hands: (kind, origin, destination)."""
LIT = ("stayed", "stuck", "coins-changed", "left")
"""Events shown only by lighting up their ship."""


def motions(event: Event, view: View) -> Sequence[Motion]:
    facts, name, chart = event.facts, event.name, view.chart
    if name == "turn-began":
        return [card(EVENTS[facts["event"]]), *([dice([facts["die"]])] if facts["die"] else [])]
    if name == "rolled":
        return [dice([facts["die"]])]
    if name == "rolled-for-start":
        return [dice([fallen for _, fallen in facts["rolls"]])]
    if name in ("monster-moved", "lapsed", "captured", "held"):
        return of_monsters(event, chart)
    if name == "sailed":
        return [move(ship(facts["ship"]), *(point(chart, square) for square in facts["path"]))]
    if name == "fired":
        own, hit = ship(facts["ship"]), ship(facts["victim"])
        return [{"do": "goods", "things": ["ball"], "at": own, "to": hit}, fight([own, hit], [own])]
    if name in LIT:
        return [mark(ship(facts["ship"]))] if facts.get("ship", -1) >= 0 else []
    return flows_of(event, chart)


def point(chart: Chart, name: str) -> Sequence[float]:
    """Return the middle of a square, given its name; an unknown name stands for the anchorage."""
    return middle(chart, chart.squares.get(name, ANCHORAGE))


def of_monsters(event: Event, chart: Chart) -> list[Motion]:
    facts = event.facts
    if event.name == "held":
        return [mark(ship(facts["ship"]), "irons")]
    who = f"monster-{facts['monster']}"
    if event.name == "lapsed":
        return [mark(who)]
    if event.name == "captured":
        home, captive = middle(chart, chart.homes[facts["monster"]]), ship(facts["ship"])
        return [fight([who, captive], [who]), move(captive, home), move(who, home)]
    way = chart.monster_way(chart.squares[facts["start"]], chart.squares[facts["square"]])
    return [move(who, *(middle(chart, square) for square in way))]


def flows_of(event: Event, chart: Chart) -> list[Motion]:
    facts = event.facts

    def things(kind: str) -> Sequence[str]:
        return ("ball",) if kind == "ball" else ("coin",) * facts["coins"]

    def spot(where: str) -> Spot:
        if where in ("ship", "partner", "victim"):
            return ship(facts[where])
        places = {"port": chart.port, "hoard": chart.mark}
        return middle(chart, places[where]) if where in places else point(chart, facts["square"])

    return flows(event, FLOWS, things, spot)
