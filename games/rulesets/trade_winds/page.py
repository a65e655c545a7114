"""This edition's parts of the table's page: the chart, the hand, and all public possessions."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Choose, Decision, Place
from games.kit.controls import rose, worded
from games.kit.crew_game.ships import words_offered
from games.kit.heading import SPOKEN
from games.kit.page import PageParts, faces, wakes
from games.kit.svg import Markup

from . import drawing, drawing_cards
from .board import HARBOURS, ISLE_NAMES
from .cards import LOAD, WIN
from .chart import CHART, NAMES
from .drawing_ink import PRINT
from .seen import View
from .text_board import text
from .wording import goods as words

STYLES = ("trade-winds/trade-winds.css",)
QUIET = frozenset(("turn-ended", "turn-began"))
VOYAGES = ("sailed", "drifted")


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict[str, Any]]) -> PageParts:
    """Return the parts of a table's page. Wakes and card faces are drawn from `events`, the public events as stored."""
    events = list(events)
    own_faces, other_faces = faces(events, "chance-drawn", view.seat, drawing_cards.chance_card)
    return {
        "board": drawing.board(view, decision, names=names, since=wakes(events, VOYAGES)),
        "ground": drawing.ground(),
        "hand": drawing_cards.hand(view) if view.seat is not None else "",
        "faces": own_faces,
        "other_faces": other_faces,
        "text_board": text(view, names),
        "possessions": "trade-winds/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "ashore": ashore(view),
    }  # fmt: skip


def ashore(view: View) -> dict[str, Any]:
    public = view.public
    owned = {home for seat, home in enumerate(public.homes) if seat not in public.gone}
    return {
        "trading_ports": [(port.name, drawing_cards.goods(view.docks[index])) for index, port in enumerate(HARBOURS) if index not in owned],
        "isles": [(name, drawing_cards.goods(public.isles[index])) for index, name in enumerate(ISLE_NAMES)],
        "pirate_island": words([kind for kind, count in public.treasure.items() for _ in range(count)]),
        "piles": (public.chance_pile, public.crew_pile),
    }


def ask(decision: Decision, view: View, names: Sequence[str]) -> Markup | str:
    if isinstance(decision, Place):
        return worded(words_offered(CHART, decision))
    return rose(decision) if isinstance(decision, Choose) and decision.name == "heading" else ""


def colours(view: View) -> list[str]:
    return [PRINT.ports[home] for home in view.public.homes]


def goal(view: View) -> int:
    return WIN


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    public, home = view.public, view.public.homes[seat]
    gone = seat in public.gone
    piles = (("Docks", view.docks[home]), ("Safety zone", public.zones[home]), ("Kept cards", public.kept[seat]))
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": seat + 1, "port": HARBOURS[home].name, "colour": home, "gone": gone,
        "on_turn": seat == public.active and public.ended is None,
        "square": "" if gone else NAMES[public.at[seat]],
        "heading": "" if gone or public.at[seat] in CHART.port_at else SPOKEN[public.heading[seat]],
        "hold": drawing_cards.goods(public.holds[seat]), "aboard": view.worth_aboard(seat), "load": LOAD,
        "more": [(title, drawing_cards.goods(items)) for title, items in piles if items],
        "crew": len(public.backs[seat]), "strength": view.strength(seat), "total": public.totals[seat], "goal": WIN,
        "lets_be": [names[loser] for winner, loser, _ in public.bans if winner == seat],
    }  # fmt: skip
