"""The parts of a table's page: the chart, the hand, and all public possessions."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from games.engine import Choose, Decision, Place
from games.kit.controls import rose, worded
from games.kit.crew_game.cards import draw_hand
from games.kit.crew_game.ships import words_offered
from games.kit.heading import SPOKEN
from games.kit.page import PageParts, faces, wakes
from games.kit.svg import Markup

from . import drawing
from .cards import WIN
from .drawing_goods import chance_card, goods
from .seen import View
from .text_board import text

STYLES = ("buccaneer/buccaneer.css",)
QUIET = frozenset(("turn-ended", "turn-began", "plotted"))
"""Events that the news omits, since the page shows them anyway."""
VOYAGES = ("sailed", "drifted", "fled")


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict[str, Any]]) -> PageParts:
    """Return the parts of a table's page. `events` are public events as stored; wakes and card faces are drawn from them."""
    events = list(events)
    own_faces, other_faces = faces(events, "chance-drawn", view.seat, partial(chance_card, edition=view.public.edition))
    return {
        "board": drawing.board(view, decision, names=names, since=wakes(events, VOYAGES)),
        "ground": drawing.ground(view),
        "hand": draw_hand(view),
        "faces": own_faces,
        "other_faces": other_faces,
        "text_board": text(view, names),
        "possessions": "buccaneer/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "ashore": ashore(view),
    }  # fmt: skip


def ashore(view: View) -> dict[str, Any]:
    public, edition = view.public, view.public.edition
    homes = {home for seat, home in enumerate(public.homes) if seat not in public.gone}
    stock = [kind for kind, count in public.treasure.items() for _ in range(count)]
    return {
        "trading_ports": [
            (port.name, goods(public.docks[index], edition)) for index, port in enumerate(public.sea.ports) if index not in homes
        ],
        "flat_island": goods(public.flat, edition),
        "treasure_island": goods(stock, edition),
        "piles": (public.chance_pile, public.crew_pile),
    }


def ask(decision: Decision, view: View, names: Sequence[str]) -> Markup | str:
    """Return this edition's control for a decision: the compass rose, or buttons for the answers that are not squares; else ""."""
    if isinstance(decision, Place):
        return worded(words_offered(view.public.sea, decision))
    return rose(decision) if isinstance(decision, Choose) and decision.name in ("heading", "flee-heading") else ""


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    public, home = view.public, view.public.homes[seat]
    gone, edition, sea = seat in public.gone, public.edition, public.sea
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": seat + 1, "port": sea.ports[home].name, "colour": sea.paints[home], "gone": gone,
        "on_turn": seat == public.turn and public.ended is None,
        "square": "" if gone else sea.names[public.at[seat]],
        "heading": "" if gone or public.at[seat] in sea.port_at else SPOKEN[public.heading[seat]],
        "hold": goods(public.holds[seat], edition),
        "more": [
            (title, goods(items, edition))
            for title, items in (("Docks", public.docks[home]), ("Safety zone", public.zones[home]), ("Kept cards", public.kept[seat]))
            if items
        ],
        "crew": public.crew_counts[seat], "total": public.totals[seat], "goal": WIN,
    }  # fmt: skip
