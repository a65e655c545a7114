"""What the site's pages show of this edition beyond the plain look: the chart, today's event and roll, what everyone has."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine import Decision
from games.kit.svg import Markup, safe

from . import drawing
from .board import COLOURS, EVENTS, HOMES, MONSTERS
from .callsigns import ship_word
from .chart import GONE
from .seen import View
from .text_board import text

STYLES = ("piracy/piracy.css",)
QUIET = frozenset(("turn-began",))
"""Events that the page shows anyway."""
ON_CHART = ("fire",)
"""Offers that are made on the chart itself."""


def parts(view: View, names: Sequence[str], decision: Decision | None, events: Iterable[dict]) -> dict[str, Any]:
    """The parts of a table's page. `events` are public ones, as stored, of which wakes are drawn."""
    return {
        "stylesheets": STYLES,
        "board": drawing.board(view, decision, names=names, since=wakes(events)),
        "on_chart": ON_CHART,
        "hand": today(view),
        "text_board": text(view, names),
        "possessions": "piracy/possessions.html",
        "captains": [captain(view, names, seat) for seat in range(len(names))],
        "hoard": view.public.hoard, "stock": view.public.stock,
        "lying": [(view.chart.name(square), count) for square, count in sorted(view.public.loose.items())],
        "cards_left": [(EVENTS[card], count) for card, count in view.public.cards_left.items()],
        "monsters": [(monster.removeprefix("the ").capitalize(), where(view, number)) for number, monster in enumerate(MONSTERS)],
    }  # fmt: skip


def where(view: View, number: int) -> str:
    """Where a monster is."""
    square = view.public.monsters[number]
    return f"at home on {HOMES[number]}" if square in view.chart.homes else f"at {view.chart.name(square)}"


def wakes(events: Iterable[dict]) -> list[tuple[Sequence[str], int]]:
    """The voyages among these events, square by square."""
    found: list[tuple[Sequence[str], int]] = []
    for event in events:
        facts = event["facts"] if event.get("facts") else {}
        if event["name"] == "sailed":
            found.append((facts["path"], facts["ship"]))
        elif event["name"] == "monster-moved":
            found.append(((facts["start"], facts["square"]), -1 - facts["monster"]))
    return found[-12:]


def today(view: View) -> Markup | str:
    """The event and the roll of this turn, and how far each ship of its captain sails."""
    public = view.public
    if public.ended is not None:
        return ""
    die = f'<span class="die" role="img" aria-label="The die shows {public.die}">{public.die}</span>' if public.die else ""
    return Markup(
        f'<p class="today"><span class="event event-{public.event}">{safe(EVENTS[public.event])}</span>{die}<span>{far(view)}</span></p>'
    )


def far(view: View) -> str:
    """The allowance in words, and what is left of it once a ship is under way."""
    public = view.public
    ships = [ship for ship, owner in enumerate(public.owner) if owner == public.turn]
    if not public.die:
        return "The die is rolled after the event."
    stage = public.agenda[-1]
    if stage[0] == "end":
        return "Event and voyage are done."
    if stage[0] == "sail":
        return f"{stage[4]} square{'' if stage[4] == 1 else 's'} left to sail."
    if stage[0] == "loot":
        return ""
    return "; ".join(f"{safe(ship_word(public, ship).capitalize())}: {allowed(view, ship)}" for ship in ships)


def allowed(view: View, ship: int) -> str:
    """How far one ship sails today."""
    public, at = view.public, view.public.pos[ship]
    if at in view.chart.homes and at in public.monsters and public.die != 6:
        return "held"
    count = 1 if at >= 0 and view.chart.land[at] else public.allow[ship]
    return f"{count} square{'' if count == 1 else 's'}"


def captain(view: View, names: Sequence[str], seat: int) -> dict[str, Any]:
    """Everything one captain has."""
    public = view.public
    mates = [names[other] for other, team in enumerate(public.team) if team == public.team[seat] and other != seat]
    return {
        "name": names[seat], "mine": seat == view.seat, "mark": COLOURS[public.colours[seat]][0].upper(), "colour": public.colours[seat],
        "gone": seat in public.gone, "on_turn": seat == public.turn and public.ended is None, "partner": mates[0] if mates else "",
        "home": public.chest[public.team[seat]], "target": public.placed if mates else public.options["target"], "balls": public.balls[seat],
        "ships": [ship(view, number) for number, owner in enumerate(public.owner) if owner == seat and public.pos[number] != GONE],
    }  # fmt: skip


def ship(view: View, number: int) -> dict[str, Any]:
    """One ship."""
    at = view.public.pos[number]
    held = at in view.chart.homes and at in view.public.monsters
    place = view.chart.place(at) if at >= 0 else ""
    return {
        "name": ship_word(view.public, number).capitalize(), "square": view.chart.name(at), "place": place, "held": held,
        "coins": view.public.coins[number],
    }  # fmt: skip
