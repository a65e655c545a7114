"""Who sails which ship: the lines beneath the chart in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.ink import Ink
from games.kit.svg import num, safe

from .board import HARBOURS
from .drawing_ink import EDGE, SHEET
from .drawing_reach import who
from .seen import View

LINE = 17
WIDEST = 16


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """The list, and how high it is."""
    seats = range(len(view.public.homes))
    high, start = len(seats) * LINE + 12, SHEET - EDGE
    parts = [f'<rect x="{-EDGE}" y="{start}" width="{SHEET}" height="{high}" fill="{ink.paper}"/>']
    parts += [entry(view, seat, -EDGE + 14, start + 16 + seat * LINE, names, ink) for seat in seats]
    return "".join(parts), high


def entry(view: View, seat: int, x: float, y: float, names: Sequence[str], ink: Ink) -> str:
    """One ship: its colour and number, whose it is, what is at home and aboard, how strong it sails."""
    public = view.public
    name, home = who(seat, names), HARBOURS[public.homes[seat]]
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    facts = f"{public.totals[seat]} of 20 at home, {view.worth_aboard(seat)} aboard, strength {view.strength(seat)}"
    facts = "has left" if seat in public.gone else facts
    turn = " ◀" if seat == public.active and public.ended is None else ""
    words = safe(f"{name} ({home.colour}, {home.name}): {facts}{turn}")
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="6.5" fill="{ink.ports[public.homes[seat]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="4.6" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1.2)}" font-size="8" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{num(x + 12)}" y="{num(y)}" font-size="10.5" text-anchor="start" fill="{ink.ink}">{words}</text>'
    )
