"""This edition's parts of the table's page: the chart, the turn's event and roll, and all possessions."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Decision
from games.kit.page import PageParts
from games.kit.svg import Markup, safe

from . import drawing
from .board import COLOURS, EVENTS, MONSTERS
from .chart import GONE, Chart
from .drawing_ink import PRINT
from .seen import View
from .state import ship_word
from .text_board import far, text

STYLES = ("piracy/piracy.css",)
QUIET = frozenset(("turn-began",))


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict[str, Any]]) -> PageParts:
    """Return the parts of a table's page. Wakes are drawn from `events`, the public events as stored."""
    return {
        "board": drawing.board(view, decision, names=names, since=wakes(events, view.chart)),
        "ground": drawing.ground(view),
        "on_chart": ("fire",),
        "hand": today(view), "hand_called": "Event and roll",
        "text_board": text(view, names),
        "possessions": "piracy/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "ashore": {
            "hoard": view.public.hoard, "stock": view.public.stock,
            "lying": [(view.chart.name(square), count) for square, count in sorted(view.public.loose.items())],
            "cards_left": [(EVENTS[card], count) for card, count in view.public.cards_left.items()],
            "monsters": [(monster.removeprefix("the ").capitalize(), view.monster_place(number)) for number, monster in enumerate(MONSTERS)],
        },
    }  # fmt: skip


def wakes(events: Iterable[dict[str, Any]], chart: Chart) -> list[tuple[Sequence[str], int]]:
    """Return the latest voyages among the events, as (names of squares, ship or monster)."""
    voyages: list[tuple[Sequence[str], int]] = []
    for event in events:
        facts = event["facts"] if event.get("facts") else {}
        if event["name"] == "sailed":
            voyages.append((facts["path"], facts["ship"]))
        elif event["name"] == "monster-moved":
            way = chart.monster_way(chart.squares[facts["start"]], chart.squares[facts["square"]])
            voyages.append((chart.called(way), -1 - facts["monster"]))
    return voyages[-12:]


def today(view: View) -> Markup | str:
    """Return this turn's event and roll, and how far each ship of the captain on turn may sail."""
    public = view.public
    if public.ended is not None:
        return ""
    die = f'<span class="die" role="img" aria-label="The die shows {public.die}">{public.die}</span>' if public.die else ""
    return Markup(
        f'<p class="today"><span class="event event-{public.event}">{safe(EVENTS[public.event])}</span>{die}<span>{safe(far(view))}</span></p>'
    )


def colours(view: View) -> list[str]:
    return [PRINT.ports[colour] for colour in view.public.colours]


def goal(view: View) -> int | str:
    """Return the number of coins needed to win, or the goal in words."""
    has_mates = len(set(view.public.team)) < len(view.public.team)
    return "most coins" if has_mates else int(view.public.options["target"])


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    public = view.public
    mates = [names[other] for other, team in enumerate(public.team) if team == public.team[seat] and other != seat]
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": COLOURS[public.colours[seat]][0].upper(), "colour": public.colours[seat],
        "gone": seat in public.gone, "on_turn": seat == public.turn and public.ended is None, "partner": mates[0] if mates else "",
        "home": public.chest[public.team[seat]], "goal": public.placed if mates else public.options["target"], "balls": public.balls[seat],
        "ships": [ship(view, number) for number, owner in enumerate(public.owner) if owner == seat and public.pos[number] != GONE],
    }  # fmt: skip


def ship(view: View, number: int) -> dict[str, Any]:
    square = view.public.pos[number]
    return {
        "name": ship_word(view.public, number).capitalize(), "square": view.chart.name(square), "place": view.chart.place(square),
        "held": view.is_held(number), "coins": view.public.coins[number],
    }  # fmt: skip
