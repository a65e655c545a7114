"""The board, with all lines computed, and its named places."""

from functools import cache

from games.kit.crew_game.chart import Chart, Port
from games.kit.heading import HEADINGS

from . import board


def cell(name: str) -> tuple[int, int]:
    """Return (column, row) of a square, given its printed name. Rows count from the south, as in the kit."""
    return ord(name[0]) - ord("A") + 1, board.SIZE + 1 - int(name[1:])


def box(corners: tuple[str, str]) -> tuple[int, int, int, int]:
    """Return (first column, last column, first row, last row) of a printed box."""
    (c1, r2), (c2, r1) = map(cell, corners)
    return c1, c2, r1, r2


def printed(c: int, r: int) -> str:
    return f"{chr(ord('A') + c - 1)}{board.SIZE + 1 - r}"


class Caribbean(Chart):
    """A sea whose rows are numbered from the north, and whose harbours lie within its edge."""

    def _names(self) -> dict[int, str]:
        names = {square: printed(*self.cell(square)) for square in self.sea}
        return names | {square: self.ports[index].name for square, index in self.port_at.items()}


CHART = Caribbean(
    board.SIZE,
    {key: box(corners) for key, corners in board.LAND.items()},
    [Port(port.name, cell(port.at), port.arrows, port.colour) for port in board.HARBOURS],
)
NAMES, SQUARES = CHART.names, CHART.squares
PORT_OF = {port.name: index for index, port in enumerate(board.HARBOURS)}
HOMES = tuple(index for index, port in enumerate(board.HARBOURS) if port.colour != "grey")
PORT_OF_COLOUR = {board.HARBOURS[index].colour: index for index in HOMES}
SIDE = tuple(port.side for port in board.HARBOURS)
TORTUGA, TORTOLA = PORT_OF["Tortuga"], PORT_OF["Tortola"]
SIDE_OF_COLOUR = {port.colour: port.side for port in board.HARBOURS}
COAST = {SQUARES[name]: SIDE_OF_COLOUR[colour] for colour, names in board.COASTS.items() for name in names}
"""Square beside Pirate Island -> the side of the board whose ships land there."""
LANDING = {side: tuple(square for square, of in COAST.items() if of == side) for side in board.OUTWARD}
BESIDE = {square: index for index, isle in enumerate(board.ISLES) for square in CHART.coasts[isle]}
"""Square beside Hispaniola or Norman Island -> the island's index in `ISLES`."""
OUTWARD = {side: HEADINGS.index(name) for side, name in board.OUTWARD.items()}


def is_own_coast(home: int, square: int) -> bool:
    """Return whether ships of the port `home` land on Pirate Island from `square`."""
    return COAST.get(square) == SIDE[home]


@cache
def apart(start: int, end: int) -> int:
    """Return the distance between two squares in moves of a chess king, ignoring land."""
    return max(CHART.apart(start, end))


@cache
def bearing(start: int, stop: int) -> int:
    return next(heading for heading, ray in enumerate(CHART.rays[start]) if stop in ray)
