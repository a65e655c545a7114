"""Where the eight harbours lie on the sheet: the quay, its name, its docks and its safety zone, turned to their side."""

from dataclasses import dataclass

from games.kit.svg import Point

from .board import PORTS
from .chart import CHART
from .drawing_ink import middle

DOCKS = (12.5, 104.5)
ZONE = (12.5, 76.5)
"""How far the two panels reach along the coast, from the middle of the harbour."""
DEPTH = (13.5, 35.5)
"""How far inland they lie, from the middle of the harbour."""
NAME = 43.5


@dataclass(frozen=True, slots=True)
class Quay:
    """One harbour. `inland` points away from the sea, `corner` along the coast to the nearer corner of the board."""

    port: int
    x: int
    y: int
    inland: Point
    corner: Point

    def at(self, along: float, deep: float) -> Point:
        """The point `along` the coast (towards the corner) and `deep` inland, from the middle of the harbour."""
        return (
            self.x + along * self.corner[0] + deep * self.inland[0],
            self.y + along * self.corner[1] + deep * self.inland[1],
        )

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


def quay(port: int) -> Quay:
    """The harbour of a port."""
    c, r = PORTS[port].at
    x, y = middle(CHART.harbours[port])
    half = CHART.width / 2
    if c in (0, CHART.size + 1):
        return Quay(port, x, y, (1 if c else -1, 0), (0, -1 if r > half else 1))
    return Quay(port, x, y, (0, -1 if r else 1), (1 if c > half else -1, 0))


QUAYS = tuple(quay(port) for port in range(len(PORTS)))


def turned(x: float, y: float, side: Quay) -> str:
    """The transform that sets a line of writing along this coast."""
    if not side.upright:
        return f'x="{x:g}" y="{y:g}"'
    return f'transform="translate({x:g} {y:g}) rotate({90 if side.inland[0] > 0 else -90})"'
