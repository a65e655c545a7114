"""The two boards as printed, and the charts computed from them: all games on a board share one `Sea`."""

from dataclasses import dataclass
from functools import cache

from games.kit.crew_game.chart import Box, Chart, Port
from games.kit.heading import STEPS


@dataclass(frozen=True, eq=False)
class Board:
    """One printed board: the boxes of its islands, three named squares, and the ports in clockwise order."""

    size: int
    islands: dict[str, Box]
    mud_bay: tuple[int, int]
    cliff_creek: tuple[int, int]
    anchor: tuple[int, int]
    ports: tuple[Port, ...]


LARGE = Board(
    size=24,
    islands={
        "treasure": (11, 14, 11, 14),
        "flat": (2, 4, 20, 23),
        "pirate": (21, 23, 2, 5),
    },
    mud_bay=(1, 1),
    cliff_creek=(24, 24),
    anchor=(24, 1),
    ports=(
        Port("Bombay", at=(25, 17), exits=("NW", "W", "SW"), colour="green"),
        Port("Cadiz", at=(25, 9), exits=("NW", "W", "SW"), colour="lightblue"),
        Port("Bristol", at=(17, 0), exits=("NW", "N", "NE"), colour="purple"),
        Port("London", at=(9, 0), exits=("NW", "N", "NE"), colour="orange"),
        Port("Genoa", at=(0, 8), exits=("NE", "E", "SE"), colour="yellow"),
        Port("Venice", at=(0, 16), exits=("NE", "E", "SE"), colour="pink"),
        Port("Amsterdam", at=(8, 25), exits=("SW", "S", "SE"), colour="brown"),
        Port("Marseilles", at=(16, 25), exits=("SW", "S", "SE"), colour="red"),
    ),
)

SMALL = Board(
    size=20,
    islands={
        "treasure": (9, 12, 9, 12),
        "flat": (2, 4, 16, 19),
        "pirate": (17, 19, 2, 5),
    },
    mud_bay=(1, 1),
    cliff_creek=(20, 20),
    anchor=(20, 1),
    ports=(
        Port("Amsterdam", at=(20, 14), exits=("NW", "W", "SW"), colour="brown"),
        Port("Marseilles", at=(20, 7), exits=("NW", "W", "SW"), colour="red"),
        Port("Genoa", at=(7, 1), exits=("NW", "N", "NE"), colour="yellow"),
        Port("Venice", at=(1, 7), exits=("NE", "E", "SE"), colour="pink"),
        Port("London", at=(1, 14), exits=("NE", "E", "SE"), colour="orange"),
        Port("Cadiz", at=(14, 20), exits=("SW", "S", "SE"), colour="lightblue"),
    ),
)

COLOURS = ("green", "lightblue", "purple", "orange", "yellow", "pink", "brown", "red")
"""The colours of the ports, in the order in which stylesheets number them."""


class Sea(Chart):
    """The chart of a board, with the coasts and squares that the laws name. `paints` maps each port to the index of its colour."""

    def __init__(self, board: Board):
        super().__init__(board.size, board.islands, board.ports)
        self.coast, self.flat_coast = self.coasts["treasure"], self.coasts["flat"]
        self.mud_bay, self.cliff_creek, self.anchor = (
            self.number(*position) for position in (board.mud_bay, board.cliff_creek, board.anchor)
        )
        self.port_of = {port.name: index for index, port in enumerate(self.ports)}
        self.slugs = tuple(port.name.lower() for port in self.ports)
        self.paints = tuple(COLOURS.index(port.colour) for port in self.ports)
        self.harbours_inside = all(1 <= place <= board.size for port in self.ports for place in port.at)
        self.drifts = {square: tuple(map(self.names.__getitem__, near)) for square, near in self.beside.items()}
        self.ways_out = {square: tuple(name for ray in self.ray_names[square] for name in ray) for square in self.harbours}


@cache
def sea_of(board: Board) -> Sea:
    return Sea(board)


@cache
def span(sea: Sea, start: int, stop: int) -> int:
    """Return the number of squares in a straight move."""
    return max(sea.apart(start, stop))


@cache
def bearing(sea: Sea, start: int, stop: int) -> int:
    """Return the heading of a straight move."""
    return next(heading for heading, ray in enumerate(sea.rays[start]) if stop in ray)


@cache
def off_the_coast(sea: Sea, square: int) -> int:
    """Return the heading out to sea from a coast square of Treasure Island, at right angles to the shore or diagonally at a corner."""
    c, r = sea.cell(square)
    c1, c2, r1, r2 = sea.islands["treasure"]
    away = ((c > c2) - (c < c1), (r > r2) - (r < r1))
    return STEPS.index(away)


@cache
def toward(sea: Sea, square: int, target: int) -> int:
    """Return the heading whose first step is nearest to `target` over water; break ties by straight-line distance, then clockwise."""
    far = sea.distances(target)
    ahead = {heading: ray[0] for heading, ray in enumerate(sea.rays[square]) if ray}
    return min(ahead, key=lambda heading: (far.get(ahead[heading], 999), as_the_gull_flies(sea, ahead[heading], target), heading))


def as_the_gull_flies(sea: Sea, start: int, end: int) -> int:
    """Return the squared straight-line distance between two squares."""
    across, up = sea.apart(start, end)
    return across * across + up * up


@cache
def nearest_coast(sea: Sea, square: int) -> int:
    """Return the coast square of Treasure Island that is nearest over water."""
    far = sea.distances(square)
    return min(sorted(sea.coast), key=lambda coast: far.get(coast, 999))


@cache
def ports_ahead(sea: Sea, square: int, heading: int) -> tuple[int, ...]:
    """Return the ports whose harbours are nearest to where this heading meets the rim (several if equally near)."""
    rim = sea.to_rim(square, heading)
    far = [as_the_gull_flies(sea, rim, harbour) for harbour in sea.harbours]
    return tuple(port for port, distance in enumerate(far) if distance == min(far))
