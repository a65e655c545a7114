"""Where the harbours lie on the sheet: the quay, its name, its docks and its safety zone, turned to their side."""

from dataclasses import dataclass
from functools import cache

from games.kit.svg import Point

from .drawing_ink import SQUARE, middle
from .sea import Sea

DOCKS = (12.5, 104.5)
ZONE = (12.5, 76.5)
SHORT_ZONE = (12.5, 69)
"""How far the two panels reach along the coast, from the middle of the harbour; harbours of the small sea lie closer together."""
DEPTH = (13.5, 35.5)
"""How far inland they lie, from the middle of the harbour."""
NAME = 43.5


@dataclass(frozen=True, slots=True)
class Quay:
    """One harbour. `inland` points away from the sea, `corner` along the coast to the nearer corner of the board.

    (x, y) is the middle of its notch in the mainland; where harbours lie inside the grid there is no notch, and the
    ship lies `out` in front of it.
    """

    port: int
    name: str
    paint: int
    x: int
    y: int
    inland: Point
    corner: Point
    out: int
    zone: tuple[float, float]

    def at(self, along: float, deep: float) -> Point:
        """The point `along` the coast (towards the corner) and `deep` inland, from the middle of the notch."""
        return (
            self.x + along * self.corner[0] + deep * self.inland[0],
            self.y + along * self.corner[1] + deep * self.inland[1],
        )

    def berth(self, along: float, deep: float) -> Point:
        """The same, from the middle of the square where ships lie."""
        return self.at(along, deep - self.out)

    def box(self, reach: tuple[float, float], sign: int) -> tuple[float, float, float, float]:
        """x, y, width and height of a panel; `sign` 1 lies towards the corner, -1 towards the middle of the side."""
        (x1, y1), (x2, y2) = self.at(sign * reach[0], DEPTH[0] - 23), self.at(sign * reach[1], DEPTH[1] - 23)
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)

    @property
    def reading(self) -> Point:
        """The way words run along this coast: eastward, down the eastern side, up the western one."""
        return (0, self.inland[0]) if self.upright else (1, 0)

    @property
    def upright(self) -> bool:
        """Does this coast run north and south?"""
        return self.inland[1] == 0


@cache
def quays(sea: Sea) -> tuple[Quay, ...]:
    """Every harbour of a sea, in the order of its ports."""
    return tuple(quay(sea, port) for port in range(len(sea.ports)))


def quay(sea: Sea, port: int) -> Quay:
    """The harbour of a port."""
    c, r = sea.cell(sea.harbours[port])
    x, y = middle(sea, sea.harbours[port])
    half, rim = sea.width / 2, 1 if sea.harbours_inside else 0
    if c in (rim, sea.size + 1 - rim):
        inland, corner = (1 if c > half else -1, 0), (0, -1 if r > half else 1)
    else:
        inland, corner = (0, -1 if r > half else 1), (1 if c > half else -1, 0)
    out = SQUARE * rim
    place = sea.ports[port]
    x, y = x + out * inland[0], y + out * inland[1]
    return Quay(port, place.name, sea.paints[port], x, y, inland, corner, out, SHORT_ZONE if rim else ZONE)


def turned(x: float, y: float, side: Quay) -> str:
    """The transform that sets a line of writing along this coast."""
    if not side.upright:
        return f'x="{x:g}" y="{y:g}"'
    return f'transform="translate({x:g} {y:g}) rotate({90 if side.inland[0] > 0 else -90})"'
