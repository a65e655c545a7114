"""Draw harbours on the sheet: quay, name, docks and safety zone, rotated to their side of the chart, with their contents."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.kit.engraving import Frame, laid
from games.kit.ink import Ink
from games.kit.svg import Point, around, line, num
from games.kit.symbols import PREFIX

from .chart import Chart
from .grid import rectangle


class Plan(NamedTuple):
    """Offsets of names and panels from the centre of any harbour: (along the shore, inland), or (from, to)."""

    docks: Point
    zone: Point
    depth: Point
    """The distances inland at which both panels begin and end."""
    name: Point
    letter: float
    """Half the width of one letter of the name."""
    gap: float
    """The space between the name and the points brought home."""
    arrow: tuple[float, float, float]
    """The measures of an arrow: the distances of tip and foot from the centre of the ship, and half the width, in turns of a circle."""


@dataclass(frozen=True, slots=True)
class Quay:
    """One harbour, with its centre at (x, y). `inland` points away from the sea, `along` follows the shore towards the docks.

    `out` is the distance at which ships lie in front of a harbour that is not a square of the sea.
    """

    port: int
    name: str
    paint: int
    x: int
    y: int
    inland: Point
    along: Point
    plan: Plan
    out: int = 0

    def at(self, far: float, deep: float) -> Point:
        """Return the point `far` along the shore (towards the docks) and `deep` inland."""
        return (
            self.x + far * self.along[0] + deep * self.inland[0],
            self.y + far * self.along[1] + deep * self.inland[1],
        )

    def berth(self, far: float, deep: float) -> Point:
        """Return the point `far` along the shore and `deep` inland from the centre of the square where ships lie."""
        return self.at(far, deep - self.out)

    def box(self, reach: Point, sign: int) -> Frame:
        """Return x, y, width and height of a panel; `sign` is 1 on the side of the docks, -1 on the other side."""
        (x1, y1), (x2, y2) = self.at(sign * reach[0], self.plan.depth[0]), self.at(sign * reach[1], self.plan.depth[1])
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)

    @property
    def docks(self) -> Frame:
        return self.box(self.plan.docks, 1)

    @property
    def zone(self) -> Frame:
        return self.box(self.plan.zone, -1)

    @property
    def upright(self) -> bool:
        return self.inland[1] == 0

    @property
    def reading(self) -> Point:
        """Return the direction in which words along this shore read: east, or down on the eastern side, or up on the western side."""
        return (0, self.inland[0]) if self.upright else (1, 0)


def turned(x: float, y: float, side: Quay) -> str:
    if not side.upright:
        return f'x="{x:g}" y="{y:g}"'
    return f'transform="translate({x:g} {y:g}) rotate({90 if side.inland[0] > 0 else -90})"'


def draw_name(q: Quay) -> str:
    return f'<text {turned(*q.at(*q.plan.name), q)} dy="3.6">{q.name}</text>'


def draw_arrows(chart: Chart, q: Quay) -> str:
    """Return the path data of the three arrows that show the ways out of a harbour."""
    parts, (x, y), (tip, foot, half) = [], q.berth(0, 0), q.plan.arrow
    for heading in chart.exits[q.port]:
        sides = (around(x, y, foot, heading / 8 + side) for side in (-half, half))
        parts.append(line((around(x, y, tip, heading / 8), *sides)) + "Z")
    return "".join(parts)


def draw_panels(quays: Iterable[Quay], ink: Ink) -> str:
    """Draw the empty docks and safety zones."""
    docks, zones = zip(*((rectangle(*q.docks), rectangle(*q.zone)) for q in quays), strict=True)
    return (
        f'<g fill="{ink.sand}" stroke="{ink.line}"><path d="{"".join(docks)}" stroke-dasharray="3 1.5" stroke-width=".9"/>'
        f'<path d="{"".join(zones)}" stroke-width="1.5"/></g>'
    )


def draw_caption(q: Quay, box: Frame, words: str) -> str:
    x, y, wide, high = box
    return f'<text {turned(x + wide / 2, y + high / 2, q)} dy="2.6" font-style="italic">{words}</text>'


@lru_cache(maxsize=2000)
def draw_docks(q: Quay, goods: tuple[str, ...], listed: Callable[[Sequence[str]], str]) -> str:
    """Draw the contents of the docks; `listed` returns them in words."""
    lying = laid(goods, q.docks) or draw_caption(q, q.docks, "docks")
    return f'<g data-docks="{q.port}"><title>{q.name}, docks: {listed(goods) or "empty"}</title>{lying}</g>'


@lru_cache(maxsize=2000)
def draw_zone(q: Quay, goods: tuple[str, ...], listed: Callable[[Sequence[str]], str]) -> str:
    """Draw the contents of the safety zone; `listed` returns them in words."""
    lying = laid(goods, q.zone) or draw_caption(q, q.zone, "safety zone")
    return f'<g data-zone="{q.port}"><title>{q.name}, safety zone: {listed(goods) or "empty"}</title>{lying}</g>'


def draw_home_sign(q: Quay, owner: int, total: int, ink: Ink) -> str:
    """Draw the owner's number before the port's name, and the points brought home after it."""
    half = q.plan.letter * len(q.name) + 8
    x, y = q.at(*q.plan.name)
    x1, y1 = x - half * q.reading[0], y - half * q.reading[1]
    x2, y2 = x + (half + q.plan.gap) * q.reading[0], y + (half + q.plan.gap) * q.reading[1]
    return (
        f'<use href="#{PREFIX}sign" x="{num(x1)}" y="{num(y1)}" fill="{ink.ports[q.paint]}"/>'
        f'<text x="{num(x1)}" y="{num(y1 + 2.6)}" font-size="7" font-weight="bold" fill="{ink.dark}">{owner + 1}</text>'
        f'<text {turned(x2, y2, q)} dy="2.8" font-size="8" fill="{ink.soft}" data-total="{owner}">{total} of 20</text>'
    )
