"""This edition's parts of the table's page: the chart, the reader's own cargo, and all public possessions."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Decision
from games.kit.page import PageParts, faces, wakes
from games.kit.svg import Markup

from . import drawing, drawing_cards
from .board import COLOURS, PORTS
from .chart import CALLED, NAMES
from .drawing_ink import PRINT
from .drawing_ships import reach, ship_mark, worded
from .seen import View
from .text_board import text

STYLES = ("bounty/bounty.css",)
QUIET = frozenset(("turn-began",))

VOYAGES = ("sailed", "attacked", "carried")


class Parts(PageParts):
    ledger: list[tuple[int, str, int, int]]
    """The sales at Home Port, newest first: round, captain, number of cards, price."""


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict[str, Any]]) -> Parts:
    """Return the parts of a table's page. Wakes and card faces are drawn from `events`, the public events as stored."""
    events, public = list(events), view.public
    own_faces, other_faces = faces(events, "chest-drawn", view.seat, drawing_cards.chest_card)
    return {
        "board": drawing.board(view, decision, names=names, since=wakes(events, VOYAGES)),
        "ground": drawing.ground(),
        "on_chart": ("attack",),
        "hand": drawing_cards.hand(view),
        "faces": own_faces,
        "other_faces": other_faces,
        "text_board": text(view, names),
        "possessions": "bounty/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "ashore": {
            "ports": [(port.name, port.cargo, port.fee, public.packs[index]) for index, port in enumerate(PORTS)],
            "chest": public.chest, "hunt": hunt(view, names),
        },
        "ledger": [(number, names[public.owners[ship]], cards, price) for number, ship, cards, price in reversed(public.ledger)],
    }  # fmt: skip


def ask(decision: Decision, view: View, names: Sequence[str]) -> Markup | str:
    return worded(reach(view, decision, names))


def colours(view: View) -> list[str]:
    return [PRINT.ports[colour] for colour in view.public.colours]


def goal(view: View) -> int:
    """Return the number of dubloons needed to win; 0 if only the rounds count."""
    return int(view.public.options["goal"])


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    public = view.public
    fleet = [ship for ship, owner in enumerate(public.owners) if owner == seat]
    goal = public.options["goal"]
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": seat + 1, "colour": public.colours[seat],
        "colour_name": COLOURS[public.colours[seat]], "gone": seat in public.gone, "on_turn": seat == public.turn and public.ended is None,
        "purse": drawing_cards.purse(public.purses[seat]), "loans": public.loans[seat], "worth": public.worth[seat], "goal": goal,
        "meter": max(0, public.worth[seat]), "ships": [vessel(view, ship, len(fleet)) for ship in fleet],
    }  # fmt: skip


def vessel(view: View, ship: int, fleet: int) -> dict[str, Any]:
    public, square = view.public, view.public.at[ship]
    commissioned = public.commission is not None and public.commission[0] == ship
    shown = "temporary warship" if commissioned else f"known {public.known[ship]}" if public.known[ship] else ""
    return {
        "title": f"Ship {ship_mark(view, ship)}" if fleet > 1 else "Ship", "square": CALLED.get(square, NAMES.get(square, "")),
        "hold": drawing_cards.backs(public.holds[ship]), "loot": drawing_cards.backs(public.loot[ship]) if public.loot[ship] else "",
        "visited": [PORTS[port].name for port in public.visited[ship]], "shown": shown, "bankrupt": ship in public.bankrupt,
    }  # fmt: skip


def hunt(view: View, names: Sequence[str]) -> str:
    if view.public.commission is None:
        return "on Admiralty Island"
    hunter, robber = (names[view.public.owners[ship]] for ship in view.public.commission)
    return f"with {hunter}, who hunts {robber}"
