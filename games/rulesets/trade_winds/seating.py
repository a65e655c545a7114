"""The places a captain may take. With fewer than five captains, each has a side of the board to itself."""

from collections.abc import Collection

from .board import HARBOURS
from .chart import HOMES

CROWDED = 5
"""The minimum number of captains for two to share a side."""


def places_left(taken: Collection[str], seats: int) -> tuple[str, ...]:
    """Return the colours that may still be taken at a table with this number of seats, clockwise."""
    homes = [HARBOURS[port] for port in HOMES]
    sides = {home.side for home in homes if home.colour in taken} if seats < CROWDED else set()
    return tuple(home.colour for home in homes if home.colour not in taken and home.side not in sides)
