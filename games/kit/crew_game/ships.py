"""Ships on a chart: their numbers, who lies where, and the way they came."""

from collections.abc import Collection, Sequence

from games.kit.ink import Ink
from games.kit.svg import Point, around, num
from games.kit.symbols import use


def crowds(at: Sequence[int], gone: Collection[int]) -> dict[int, list[int]]:
    """Square -> the seats whose ships lie there."""
    found: dict[int, list[int]] = {}
    for seat, square in enumerate(at):
        if square >= 0 and seat not in gone:
            found.setdefault(square, []).append(seat)
    return found


def halo(ink: Ink) -> str:
    """The light around the ship on turn."""
    return f'<circle r="12" fill="{ink.gold}" fill-opacity=".3" stroke="{ink.gold}" stroke-width="1.8"/>'


def figure(seat: int, heading: int, ink: Ink, mine: bool) -> str:
    """The number of a ship, upright on its stern; on one's own a light one on a dark disc."""
    x, y = around(0, 0, 4, heading / 8 + 0.5)
    disc, digit = ("mine", ink.paper) if mine else ("disc", ink.dark)
    return f'{use(disc, round(x, 1) + 0, round(y, 1) + 0)}<text x="{num(x)}" y="{num(y + 2.7)}" fill="{digit}">{seat + 1}</text>'


def wake(start: Point, end: Point, paint: str, ink: Ink) -> str:
    """One voyage as a dotted line in the colour of its ship."""
    path = f'd="M{start[0]} {start[1]}L{end[0]} {end[1]}" stroke-dasharray="0 5.5" stroke-linecap="round"'
    return f'<path {path} stroke="{ink.dark}" stroke-width="3.6"/><path {path} stroke="{paint}" stroke-width="2.4"/>'
