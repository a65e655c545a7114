"""What the pages show of this edition: the chart, the hand, and everyone's open possessions."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from games.engine import Choose, Decision
from games.kit.heading import SPOKEN
from games.kit.page import PageParts, faces, wakes
from games.kit.svg import Markup

from . import drawing
from .cards import WIN
from .seen import View
from .text_board import text

STYLES = ("buccaneer/buccaneer.css",)
QUIET = frozenset(("turn-ended", "turn-began", "plotted"))
"""Events that the page shows anyway."""
VOYAGES = ("sailed", "drifted", "fled")


class Parts(PageParts):
    """With what everyone openly has, and what lies ashore."""

    captains: list[dict[str, Any]]
    trading_ports: list[tuple[str, str]]
    flat_island: str
    treasure_island: str
    piles: tuple[int, int]


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict]) -> Parts:
    """Return the parts of a table's page. `events` are public ones, as stored; wakes and card faces are drawn from them."""
    events = list(events)
    return {
        "board": drawing.board(view, decision, names=names, since=wakes(events, VOYAGES)),
        "hand": drawing.hand(view) if view.seat is not None else "",
        **faces(events, "chance-drawn", view.seat, partial(drawing.chance_card, edition=view.public.edition)),
        "text_board": text(view, names),
        "possessions": "buccaneer/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "trading_ports": [
            (port.name, drawing.goods(view.public.docks[index], view.public.edition))
            for index, port in enumerate(view.public.sea.ports)
            if index not in owned(view)
        ],
        "flat_island": drawing.goods(view.public.flat, view.public.edition),
        "treasure_island": drawing.goods([kind for kind, count in view.public.treasure.items() for _ in range(count)], view.public.edition),
        "piles": (view.public.chance_pile, view.public.crew_pile),
    }  # fmt: skip


def ask(decision: Decision, view: View, names: Sequence[str]) -> Markup | str:
    """Return the edition's own control for this decision, the compass rose, or ""."""
    return drawing.rose(decision) if isinstance(decision, Choose) and decision.name in ("heading", "flee-heading") else ""


def owned(view: View) -> set[int]:
    """Return the ports that are someone's home."""
    return {home for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    """Return everything public about one captain."""
    public, home = view.public, view.public.homes[seat]
    gone, edition, sea = seat in public.gone, public.edition, public.sea
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": seat + 1, "port": sea.ports[home].name, "colour": sea.paints[home], "gone": gone,
        "on_turn": seat == public.turn and public.ended is None,
        "square": "" if gone else sea.names[public.at[seat]],
        "heading": "" if gone or public.at[seat] in sea.port_at else SPOKEN[public.heading[seat]],
        "hold": drawing.goods(public.holds[seat], edition),
        "more": [
            (what, drawing.goods(items, edition))
            for what, items in (("Docks", public.docks[home]), ("Safety zone", public.zones[home]), ("Kept cards", public.kept[seat]))
            if items
        ],
        "crew": public.crew_counts[seat], "total": public.totals[seat], "win": WIN,
    }  # fmt: skip
