"""The animations of events on the page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Event
from games.kit.motion import Flow, Motion, Point, Spot, card, dice, fight, flows, mark, move, ship

from .board import PORTS
from .cards import CHEST, PORT_OF, ROLE
from .chart import ADMIRALTY, HOME, PORT_SQUARES, SQUARES, path
from .drawing_cards import COINS
from .drawing_ink import middle
from .seen import View
from .wording import card as in_words

VOYAGES = ("sailed", "attacked", "carried")
LIT = ("stayed", "passed", "home-bankrupt", "bankrupt", "nothing-found", "nothing-spoilt", "left")
"""Events shown only by lighting up their ship."""
SIGNS = {"pirate": "flag-pirate", "warship": "flag-warship", "merchant": "coin-gold"}
QUAYS = {port.name: square for port, square in zip(PORTS, PORT_SQUARES, strict=True)}

FLOWS: Mapping[str, Iterable[Flow]] = {
    "plundered": (("cards", "other", "ship"),),
    "bought": (("coin", "ship", "port"), ("card", "port", "ship")),
    "sold": (("sold", "ship", "home"), ("coin", "home", "ship")),
    "salvaged": (("card", "ship", ""),),
    "spoilt": (("card", "ship", ""),),
    "borrowed": (("coin", "ship", ""),),
    "received": (("coin", "ship", ""),),
    "paid": (("coin", "ship", ""),),
    "birthday": (("gifts", "ship", ""),),
    "drinks": (("gifts", "ship", ""),),
}
"""Event -> the things that change hands: (kind, origin, destination)."""


def motions(event: Event, view: View) -> Sequence[Motion]:
    facts, name = event.facts, event.name
    if name == "threw-to-begin":
        return [dice(facts["throws"])]
    if name == "fought":
        return fought(facts)
    if name == "commission-back":
        return [mark(middle(ADMIRALTY), "flag-commission")]
    if name == "card-bought":
        return [card(in_words(facts["cards"][0]).capitalize())]
    own = own_ship(event, view)
    if own is None:
        return []
    if name in VOYAGES:
        return [move(own, *map(middle, path(SQUARES[facts["start"]], SQUARES[facts["square"]])))]
    if name == "threw":
        return [dice([facts["throw"]], own)]
    if name == "chest-drawn":
        drawn = CHEST[facts["card"]]
        return [card(drawn.title, drawn.text)]
    if name == "shown":
        return [mark(own, SIGNS[facts["role"]])]
    if name in ("commissioned", "tried"):
        return [mark(own, "flag-commission" if name == "commissioned" else "skull" if facts["guilty"] else "")]
    return [mark(own)] if name in LIT else flows_of(event, own)


def own_ship(event: Event, view: View) -> str | None:
    """Return the piece that an event is about: the event's ship, or its captain's first ship."""
    if "ship" in event.facts:
        return ship(event.facts["ship"])
    return next((ship(number) for number, owner in enumerate(view.public.owners) if owner == event.seat), None)


def fought(facts: dict[str, Any]) -> list[Motion]:
    """Return the animation of each ship's throws, and of the winner. Journals of older games only have the totals."""
    ships = [ship(number) for number in facts["ships"]]
    thrown = [dice(faces, who) for who, faces in zip(ships, facts.get("throws", ()), strict=False)]
    winners = facts["winners"]
    return [*thrown, fight(ships, [ship(number) for number in winners] if len(winners) == 1 else [])]


def flows_of(event: Event, own: str) -> list[Motion]:
    facts = event.facts

    def things(kind: str) -> Sequence[str]:
        if kind == "sold":
            return [PORTS[PORT_OF[code]].cargo if ROLE[code] == "merchant" else "back" for code in facts["cards"]]
        if kind == "coin":
            worth = facts.get("fee") or facts.get("price") or facts.get("sum") or 1
            return [next(f"coin-{name}" for least, name in COINS if worth >= least)]
        count: int = facts.get("count", 1)
        return ("coin-bronze" if kind == "gifts" else "back",) * count

    def spot(where: str) -> Spot:
        places: dict[str, Point] = {"home": middle(HOME)}
        if where == "port":
            return middle(QUAYS[facts["port"]])
        return ship(facts["other"]) if where == "other" else places.get(where, own)

    return flows(event, FLOWS, things, spot)
