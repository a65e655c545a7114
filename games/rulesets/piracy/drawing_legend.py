"""Draw the list of captains below the chart, in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.ink import Ink
from games.kit.svg import num, safe

from .board import COLOURS
from .drawing_ink import sheet
from .drawing_reach import who
from .seen import View

LINE, WIDEST = 19, 16


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, int]:
    """Return the list in two columns, and its height."""
    x, y, wide, high = sheet(view.chart)
    seats = range(len(view.public.colours))
    rows = -(-len(seats) // 2)
    below = rows * LINE + 14
    parts = [f'<rect x="{x}" y="{y + high}" width="{wide}" height="{below}" fill="{ink.paper}"/>']
    for seat in seats:
        parts.append(entry(view, seat, x + 20 + (seat // rows) * wide / 2, y + high + 18 + seat % rows * LINE, names, ink))
    return "".join(parts), below


def entry(view: View, seat: int, x: float, y: float, names: Sequence[str], ink: Ink) -> str:
    """Draw one captain's line: their colour, coins at home and cannonballs."""
    public = view.public
    name = who(seat, names)
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    home = public.chest[public.team[seat]]
    facts = "has left" if seat in public.gone else f"{home} home, {public.balls[seat]} ball{'' if public.balls[seat] == 1 else 's'}"
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="7.5" fill="{ink.ports[public.colours[seat]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="5.2" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1)}" font-size="8.5" font-weight="bold" fill="{ink.dark}">{COLOURS[public.colours[seat]][0].upper()}</text>'
        f'<text x="{num(x + 14)}" y="{num(y)}" font-size="12" text-anchor="start" fill="{ink.ink}">{safe(name)}: {facts}{turn}</text>'
    )
