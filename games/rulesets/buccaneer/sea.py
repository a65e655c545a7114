"""A board with all its lines computed. All games on a board share one `Sea`."""

from functools import cache

from games.kit.crew_game.chart import Chart
from games.kit.heading import STEPS

from .boards import COLOURS, Board


class Sea(Chart):
    """The chart of a board, with the coasts and corners that the laws name. `paints` are the ports' colours by number."""

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
    """Return the number of squares of a straight move."""
    return max(sea.apart(start, stop))


@cache
def bearing(sea: Sea, start: int, stop: int) -> int:
    """Return the heading of a straight move."""
    return next(heading for heading, ray in enumerate(sea.rays[start]) if stop in ray)


@cache
def off_the_coast(sea: Sea, square: int) -> int:
    """Return the heading straight away from Treasure Island, from one of its coast squares; diagonally from a corner."""
    c, r = sea.cell(square)
    c1, c2, r1, r2 = sea.islands["treasure"]
    away = ((c > c2) - (c < c1), (r > r2) - (r < r1))
    return STEPS.index(away)


@cache
def toward(sea: Sea, square: int, target: int) -> int:
    """Return the heading whose first step brings a ship nearest to `target`: over water, then in a straight line, then clockwise."""
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
    """Return the ports whose harbours are nearest to where this heading meets the rim (several on a tie)."""
    rim = sea.to_rim(square, heading)
    far = [as_the_gull_flies(sea, rim, harbour) for harbour in sea.harbours]
    return tuple(port for port, distance in enumerate(far) if distance == min(far))
