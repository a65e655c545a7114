"""Draw ships, their wakes, and the offered squares."""

from collections.abc import Sequence

from games.kit.crew_game.grid import middle
from games.kit.crew_game.reach import who
from games.kit.crew_game.ships import crowds, figure, halo, hull
from games.kit.heading import SPOKEN
from games.kit.ink import Ink
from games.kit.svg import num, safe
from games.kit.symbols import use

from .board import HARBOURS
from .chart import CHART, NAMES
from .drawing_goods import listed
from .seen import View

MOST_SHOWN = 3
"""The maximum number of pieces of cargo to draw separately; more are shown as points."""


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Draw every ship, with ships on the same square side by side."""
    parts = []
    for square, seats in crowds(view.public.at, view.public.gone).items():
        x, y = middle(CHART, square)
        size = 1.2 if len(seats) == 1 and square not in CHART.port_at else 0.9 if len(seats) == 1 else 0.8
        for place, seat in enumerate(seats):
            dx = 0 if len(seats) == 1 else (place - (len(seats) - 1) / 2) * 14
            parts.append(ship(view, ink, seat, x + dx, y, size, names))
    return f'<g font-size="7.5" font-weight="bold">{"".join(parts)}</g>'


def paints(view: View, ink: Ink) -> list[str]:
    """Return the colour of every seat."""
    return [ink.ports[home] for home in view.public.homes]


def ship(view: View, ink: Ink, seat: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """Draw one ship with its number on the stern. The one on turn has a halo; the reader's own has a light number on a dark disc."""
    public = view.public
    heading = public.heading[seat]
    light = halo(ink) if seat == public.active else ""
    return (
        f'<g data-ship="{seat}" transform="translate({num(x)} {num(y)}) scale({size:.2g})">'
        f"<title>{safe(ship_words(view, seat, names))}</title>{light}{hull(paints(view, ink)[seat], heading, bool(public.backs[seat]))}"
        f"{figure(seat, heading, ink, seat == view.seat)}{cargo(view, seat, ink, 0 if size < 0.85 else MOST_SHOWN)}</g>"
    )


def cargo(view: View, seat: int, ink: Ink, most: int) -> str:
    """Draw treasure below the ship: the pieces, or their points on a chip if there are many pieces or the ships are close."""
    hold = view.public.holds[seat]
    if not hold:
        return ""
    if len(hold) <= most:
        return "".join(use(item, (place - (len(hold) - 1) / 2) * 8.5, 12) for place, item in enumerate(hold))
    worth = view.worth_aboard(seat)
    return (
        f'<rect x="-9" y="7.5" width="18" height="8.5" rx="2" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".7"/>'
        f'<text y="14.2" font-size="7" fill="{ink.dark}">{worth}</text>'
    )


def ship_words(view: View, seat: int, names: Sequence[str] = ()) -> str:
    """Return everything public about a ship in one line."""
    public = view.public
    aboard = listed(public.holds[seat]) or "nothing"
    crew = f"{len(public.backs[seat])} crew, sailing strength {view.strength(seat)}" if public.backs[seat] else "no crew"
    turn = " (to move)" if seat == public.active else ""
    return (
        f"Ship {seat + 1}, {who(seat, names)} of {HARBOURS[public.homes[seat]].name}{turn}: at {NAMES[public.at[seat]]}, "
        f"heading {SPOKEN[public.heading[seat]]}, {crew}, {aboard} aboard"
    )
