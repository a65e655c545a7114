"""Where the eight harbours lie on the sheet: the quay, its name, its docks and its safety zone, turned to their side."""

from dataclasses import dataclass

from games.kit.svg import Point

from .board import HARBOURS
from .chart import CHART
from .drawing_ink import middle

DOCKS = (1.5, 96)
ZONE = (1.5, 68)
"""How far the two panels reach along the shore, from the middle of the harbour: docks to the middle of the side, zone to the corner."""
DEPTH = (20.5, 42.5)
"""How far ashore they lie, from the middle of the harbour."""
NAME = 50.5


@dataclass(frozen=True, slots=True)
class Quay:
    """One harbour. `inland` points away from the sea, `along` the shore to the middle of the side."""

    port: int
    x: int
    y: int
    inland: Point
    along: Point

    def at(self, far: float, deep: float) -> Point:
        """The point `far` along the shore (towards the middle of the side) and `deep` ashore."""
        return (
            self.x + far * self.along[0] + deep * self.inland[0],
            self.y + far * self.along[1] + deep * self.inland[1],
        )

    def box(self, reach: tuple[float, float], sign: int) -> tuple[float, float, float, float]:
        """x, y, width and height of a panel; `sign` 1 lies towards the middle of the side, -1 towards the corner."""
        (x1, y1), (x2, y2) = self.at(sign * reach[0], DEPTH[0]), self.at(sign * reach[1], DEPTH[1])
        return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)

    @property
    def upright(self) -> bool:
        """Does this shore run north and south?"""
        return self.inland[1] == 0

    @property
    def reading(self) -> Point:
        """The way words run along this shore: eastward, down the eastern side, up the western one."""
        return (0, self.inland[0]) if self.upright else (1, 0)


def quay(port: int) -> Quay:
    """The harbour of a port."""
    x, y = middle(CHART.harbours[port])
    half = middle(CHART.number(CHART.size // 2, 1))[0]
    inland = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[HARBOURS[port].side]
    if inland[0]:
        return Quay(port, x, y, inland, (0, 1 if y < half else -1))
    return Quay(port, x, y, inland, (1 if x < half else -1, 0))


QUAYS = tuple(quay(port) for port in range(len(HARBOURS)))


def turned(x: float, y: float, side: Quay) -> str:
    """The transform that sets a line of writing along this shore."""
    if not side.upright:
        return f'x="{x:g}" y="{y:g}"'
    return f'transform="translate({x:g} {y:g}) rotate({90 if side.inland[0] > 0 else -90})"'
