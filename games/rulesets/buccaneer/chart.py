"""The board of this edition with every line worked out, and where things are on it."""

from functools import cache

from games.kit.chart import Chart
from games.kit.heading import STEPS

from . import board

CHART = Chart(board.SIZE, board.ISLANDS, board.PORTS)
COAST = CHART.coasts["treasure"]
FLAT_COAST = CHART.coasts["flat"]
MUD_BAY = CHART.number(*board.MUD_BAY)
CLIFF_CREEK = CHART.number(*board.CLIFF_CREEK)
ANCHOR = CHART.number(*board.ANCHOR)
PORT_OF = {port.name: index for index, port in enumerate(board.PORTS)}
SLUGS = tuple(port.name.lower() for port in board.PORTS)


def is_harbour(square: int) -> bool:
    """Is this square a harbour?"""
    return square in CHART.port_at


@cache
def off_the_coast(square: int) -> int:
    """The heading straight away from Treasure Island, from one of its coast squares; a corner's is its diagonal."""
    c, r = CHART.cell(square)
    c1, c2, r1, r2 = CHART.islands["treasure"]
    away = ((c > c2) - (c < c1), (r > r2) - (r < r1))
    return STEPS.index(away)


@cache
def toward(square: int, target: int) -> int:
    """The heading whose first step brings a ship nearest to `target`: over water, then as the gull flies, then clockwise."""
    far = CHART.distances(target)
    ahead = {heading: ray[0] for heading, ray in enumerate(CHART.rays[square]) if ray}
    return min(ahead, key=lambda heading: (far.get(ahead[heading], 999), as_the_gull_flies(ahead[heading], target), heading))


def as_the_gull_flies(one: int, other: int) -> int:
    """The straight distance between two squares, squared."""
    across, up = CHART.apart(one, other)
    return across * across + up * up


@cache
def nearest_coast(square: int) -> int:
    """The coast square of Treasure Island that is nearest over water."""
    far = CHART.distances(square)
    return min(sorted(COAST), key=lambda coast: far.get(coast, 999))


@cache
def ports_ahead(square: int, heading: int) -> tuple[int, ...]:
    """The ports whose harbours are nearest to where this heading meets the rim (several on a tie)."""
    rim = CHART.to_rim(square, heading)
    far = [as_the_gull_flies(rim, harbour) for harbour in CHART.harbours]
    return tuple(port for port, distance in enumerate(far) if distance == min(far))
