"""Draw the list of ships below the chart, in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.crew_game.grid import sheet
from games.kit.crew_game.legend import entry, shortened
from games.kit.crew_game.reach import who
from games.kit.ink import Ink

from .drawing_ink import EDGE
from .drawing_ships import paints
from .seen import View

LINE = 17
WIDEST = 16


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """Return the list in two columns, and its height."""
    public = view.public
    seats = range(len(public.homes))
    rows = -(-len(seats) // 2)
    wide = sheet(public.sea, EDGE)
    high, start = rows * LINE + 12, wide - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{wide}" height="{high}" fill="{ink.paper}"/>']
    for seat in seats:
        x, y = -EDGE + 14 + (seat // rows) * wide / 2, start + 14 + seat % rows * LINE
        parts.append(entry(x, y, seat, paints(view, ink)[seat], describe_ship(view, seat, names), ink))
    return "".join(parts), high


def describe_ship(view: View, seat: int, names: Sequence[str]) -> str:
    """Return one ship's line: its captain, the points at home, and the number of crew."""
    public = view.public
    home = public.sea.ports[public.homes[seat]].name
    facts = "has left" if seat in public.gone else f"{public.totals[seat]} of 20, {public.crew_counts[seat]} crew"
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    return f"{shortened(who(seat, names), WIDEST)}, {home}: {facts}{turn}"
