"""Draw ships, the list of ships, and the voyage that a question is about."""

from collections.abc import Sequence

from games.engine import Decision
from games.kit.crew_game.grid import middle, sheet
from games.kit.crew_game.ships import crowds, entry, figure, halo, hull, shortened, who
from games.kit.heading import SPOKEN
from games.kit.ink import Ink
from games.kit.svg import around, num, safe
from games.kit.symbols import use

from .cards import NAMES
from .drawing_symbols import EDGE
from .seen import View

LEGEND_LINE = 17
"""The height of a line in the list of ships."""
MAX_NAME = 16
"""The maximum length of a captain's name in the list of ships."""


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Draw every ship on its square: two on a square side by side, more in a circle."""
    parts = []
    for square, seats in crowds(view.public.at, view.public.gone).items():
        x, y = middle(view.public.sea, square)
        size = crowd_size(len(seats), square in view.public.sea.port_at)
        for place, seat in enumerate(seats):
            dx, dy = beside(place, len(seats))
            parts.append(ship(view, ink, seat, x + dx, y + dy, size, names))
    return f'<g font-size="7.5" font-weight="bold">{"".join(parts)}</g>'


def crowd_size(count: int, harbour: bool) -> float:
    most = 0.9 if harbour else 1.25
    return most if count == 1 else max(0.45, 0.95 - 0.08 * count) if count > 2 else min(most, 0.85)


def beside(place: int, count: int) -> tuple[float, float]:
    if count == 1:
        return 0, 0
    if count == 2:
        return (-7, 7)[place], 0
    return around(0, 0, 8, place / count)


def paints(view: View, ink: Ink) -> list[str]:
    return [ink.ports[view.public.sea.paints[home]] for home in view.public.homes]


def ship(view: View, ink: Ink, seat: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """Draw one ship with its number on the stern. The ship on turn has a halo; the reader's ship has a light number on a dark disc."""
    public = view.public
    heading = public.heading[seat]
    light = halo(ink) if seat == public.turn else ""
    return (
        f'<g data-ship="{seat}" transform="translate({num(x)} {num(y)}) scale({size:.2g})">'
        f"<title>{safe(ship_words(view, seat, names))}</title>{light}{hull(paints(view, ink)[seat], heading, public.crew_counts[seat] > 0)}"
        f"{figure(seat, heading, ink, seat == view.seat)}{cargo(public.holds[seat])}</g>"
    )


def cargo(hold: tuple[str, ...]) -> str:
    """Draw the treasure aboard, below the stern so that it hides nothing."""
    return "".join(use(item, (place - (len(hold) - 1) / 2) * 8.5, 11) for place, item in enumerate(hold))


def ship_words(view: View, seat: int, names: Sequence[str] = ()) -> str:
    """Return all public facts about a ship in one line."""
    public = view.public
    aboard = ", ".join(NAMES[item] for item in public.holds[seat]) or "nothing"
    crew = f"{public.crew_counts[seat]} crew" if public.crew_counts[seat] else "no crew"
    turn = " (to move)" if seat == public.turn else ""
    return (
        f"Ship {seat + 1}, {who(seat, names)} of {public.sea.ports[public.homes[seat]].name}{turn}: at {public.sea.names[public.at[seat]]}, "
        f"heading {SPOKEN[public.heading[seat]]}, {crew}, {aboard} aboard"
    )


def course(view: View, decision: Decision | None, ink: Ink) -> str:
    """Draw the voyage that a question is about (whom to attack, which way to point) as a dashed line to the end of the voyage."""
    if decision is None or decision.kind != "choose" or decision.seat != view.seat or "square" not in decision.facts:
        return ""
    sea = view.public.sea
    start, end = view.public.at[decision.seat], sea.squares.get(decision.facts["square"])
    if end is None or start in (-1, end):
        return ""
    (x1, y1), (x2, y2) = middle(sea, start), middle(sea, end)
    return (
        f'<g fill="none" stroke="{ink.mark}" stroke-width="2" data-course="{sea.names[end]}"><path d="M{x1} {y1}L{x2} {y2}" '
        f'stroke-dasharray="6 4"/><circle cx="{x2}" cy="{y2}" r="10" fill="{ink.mark}" fill-opacity=".16"/></g>'
    )


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """Return the list of ships in two columns, and its height."""
    public = view.public
    seats = range(len(public.homes))
    rows = -(-len(seats) // 2)
    wide = sheet(public.sea, EDGE)
    high, start = rows * LEGEND_LINE + 12, wide - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{wide}" height="{high}" fill="{ink.paper}"/>']
    for seat in seats:
        x, y = -EDGE + 14 + (seat // rows) * wide / 2, start + 14 + seat % rows * LEGEND_LINE
        parts.append(entry(x, y, seat, paints(view, ink)[seat], describe_ship(view, seat, names), ink))
    return "".join(parts), high


def describe_ship(view: View, seat: int, names: Sequence[str]) -> str:
    public = view.public
    home = public.sea.ports[public.homes[seat]].name
    facts = "has left" if seat in public.gone else f"{public.totals[seat]} of 20, {public.crew_counts[seat]} crew"
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    return f"{shortened(who(seat, names), MAX_NAME)}, {home}: {facts}{turn}"
