"""The positions of harbours on the sheet."""

from functools import cache

from games.kit.crew_game.grid import SQUARE, middle
from games.kit.crew_game.quays import Plan, Quay

from .sea import Sea

PLAN = Plan(docks=(12.5, 104.5), zone=(12.5, 76.5), depth=(-9.5, 12.5), name=(0, 20.5), letter=4.1, gap=12, arrow=(12.5, 7.5, 0.07))
SHORT = PLAN._replace(zone=(12.5, 69))
"""The harbours of the small sea are closer together."""


@cache
def quays(sea: Sea) -> tuple[Quay, ...]:
    """Return every harbour of a sea, in the order of its ports."""
    return tuple(quay(sea, port) for port in range(len(sea.ports)))


def quay(sea: Sea, port: int) -> Quay:
    """Return the harbour of a port: a notch in the mainland, or a quay beside the ships' square if harbours lie inside the grid."""
    c, r = sea.cell(sea.harbours[port])
    x, y = middle(sea, sea.harbours[port])
    half, rim = sea.width / 2, 1 if sea.harbours_inside else 0
    if c in (rim, sea.size + 1 - rim):
        inland, corner = (1 if c > half else -1, 0), (0, -1 if r > half else 1)
    else:
        inland, corner = (0, -1 if r > half else 1), (1 if c > half else -1, 0)
    out = SQUARE * rim
    x, y = x + out * inland[0], y + out * inland[1]
    return Quay(port, sea.ports[port].name, sea.paints[port], x, y, inland, corner, SHORT if rim else PLAN, out)
