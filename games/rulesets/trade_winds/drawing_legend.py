"""Draw the list of ships below the chart, in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.crew_game.reach import who
from games.kit.crew_game.ships import entry, shortened
from games.kit.ink import Ink

from .board import HARBOURS
from .drawing_ink import EDGE, SHEET
from .drawing_ships import paints
from .seen import View

LINE = 17
WIDEST = 16


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """Return the list, and its height."""
    seats = range(len(view.public.homes))
    high, start = len(seats) * LINE + 12, SHEET - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{SHEET}" height="{high}" fill="{ink.paper}"/>']
    parts += [
        entry(-EDGE + 14, start + 16 + seat * LINE, seat, paints(view, ink)[seat], describe_ship(view, seat, names), ink) for seat in seats
    ]
    return "".join(parts), high


def describe_ship(view: View, seat: int, names: Sequence[str]) -> str:
    """Return one ship's line: its captain, the points at home and aboard, and its sailing strength."""
    public, home = view.public, HARBOURS[view.public.homes[seat]]
    facts = f"{public.totals[seat]} of 20 at home, {view.worth_aboard(seat)} aboard, strength {view.strength(seat)}"
    facts = "has left" if seat in public.gone else facts
    turn = " ◀" if seat == public.active and public.ended is None else ""
    return f"{shortened(who(seat, names), WIDEST)} ({home.colour}, {home.name}): {facts}{turn}"
