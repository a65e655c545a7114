"""Who sails which ship: the lines beneath the chart in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.svg import num, safe

from .drawing_ink import EDGE, Ink, sheet
from .drawing_reach import who
from .seen import View

LINE = 17
WIDEST = 16


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """The list in two columns, and how high it is."""
    public = view.public
    seats = range(len(public.homes))
    rows = -(-len(seats) // 2)
    wide = sheet(public.sea)
    high, start = rows * LINE + 12, wide - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{wide}" height="{high}" fill="{ink.paper}"/>']
    for seat in seats:
        x, y = -EDGE + 14 + (seat // rows) * wide / 2, start + 14 + seat % rows * LINE
        parts.append(entry(view, seat, x, y, names, ink))
    return "".join(parts), high


def entry(view: View, seat: int, x: float, y: float, names: Sequence[str], ink: Ink) -> str:
    """One ship: its colour and number, whose it is, what is at home, how many hands."""
    public = view.public
    name = who(seat, names)
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    facts = "has left" if seat in public.gone else f"{public.totals[seat]} of 20, {public.crew_counts[seat]} crew"
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="6.5" fill="{ink.ports[public.sea.paints[public.homes[seat]]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="4.6" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1.2)}" font-size="8" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{num(x + 12)}" y="{num(y)}" font-size="10.5" text-anchor="start" fill="{ink.ink}">{safe(name)}, {public.sea.ports[public.homes[seat]].name}: {facts}{turn}</text>'
    )
