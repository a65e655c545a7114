"""Draw the list of captains below the chart, in a picture that stands alone."""

from collections.abc import Sequence

from games.kit.ink import Ink
from games.kit.svg import num, safe

from .drawing_ink import EDGE, SEA, SHEET
from .drawing_reach import who
from .seen import View

LINE = 19
WIDEST = 18


def legend(view: View, names: Sequence[str], ink: Ink) -> tuple[str, float]:
    """Return the list and its height."""
    seats = range(len(view.public.colours))
    high = len(seats) * LINE + 12
    parts = [f'<rect x="{-EDGE}" y="{SEA + EDGE}" width="{SHEET}" height="{high}" fill="{ink.paper}"/>']
    parts += [entry(view, seat, SEA + EDGE + 18 + seat * LINE, names, ink) for seat in seats]
    return "".join(parts), high


def entry(view: View, seat: int, y: float, names: Sequence[str], ink: Ink) -> str:
    """Draw one captain's line: colour and number, money, cargo, and their shown roles."""
    public, name = view.public, who(seat, names)
    name = name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"
    fleet = [ship for ship, owner in enumerate(public.owners) if owner == seat]
    cards = " + ".join(f"{public.holds[ship]}{f' over {public.loot[ship]}' if public.loot[ship] else ''}" for ship in fleet)
    shown = ", ".join(f"known {public.known[ship]}" for ship in fleet if public.known[ship])
    debt = f" (worth {public.worth[seat]})" if public.loans[seat] else ""
    facts = f"{public.purses[seat]} dubloons{debt}, cards aboard {cards}{', ' + shown if shown else ''}"
    facts = "has left" if seat in public.gone else facts
    turn = " ◀" if seat == public.turn and public.ended is None else ""
    x = -EDGE + 16
    return (
        f'<circle cx="{x}" cy="{num(y - 4)}" r="7" fill="{ink.ports[public.colours[seat]]}" stroke="{ink.dark}"/>'
        f'<circle cx="{x}" cy="{num(y - 4)}" r="5" fill="{ink.paper}"/>'
        f'<text x="{x}" y="{num(y - 1)}" font-size="8.5" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{x + 13}" y="{num(y)}" font-size="12" text-anchor="start" fill="{ink.ink}">{safe(f"{name}: {facts}{turn}")}</text>'
    )
