"""The names of offered squares, written on a chart without buttons: the picture in a letter."""

from collections.abc import Iterable
from typing import NamedTuple

from .ink import Ink
from .svg import num, safe

LONGEST_NAME = 3
"""The maximum number of letters of a name. Longer names belong to harbours, and the chart shows those anyway."""


class Named(NamedTuple):
    """One offered square with its middle. `low` moves the name below anything there; `risky` draws a broken line around it."""

    name: str
    x: float
    y: float
    low: bool = False
    risky: bool = False


def place_names(places: Iterable[Named], square: float, ink: Ink) -> str:
    """Draw each name on a small plate of its own; `square` is the width of a square."""
    return "".join(plate(place, square, ink) for place in dict.fromkeys(places) if len(place.name) <= LONGEST_NAME)


def plate(place: Named, square: float, ink: Ink) -> str:
    """Draw one name."""
    size = square * 0.41
    wide, high = min(square - 0.4, len(place.name) * size * 0.7 + size * 0.3), size * 1.2
    y = place.y + (square - high) / 2 if place.low else place.y
    colour, dashes = (ink.risk, ' stroke-dasharray="2 1.4"') if place.risky else (ink.mark, "")
    box = f'x="{num(place.x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" rx="{num(size * 0.25)}"'
    words = f'<text x="{num(place.x)}" y="{num(y + size * 0.36)}" font-size="{num(size)}" font-weight="bold" fill="{colour}">'
    return (
        f'<g data-name="{safe(place.name)}"><rect {box} fill="{ink.paper}" stroke="{colour}" stroke-width=".7"{dashes}/>'
        f"{words}{safe(place.name)}</text></g>"
    )
