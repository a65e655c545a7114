"""The two seas as printed: the large one of 24 squares each way, and the later one of 20 with its harbours inside the grid."""

from dataclasses import dataclass

from games.kit.crew_game.chart import Box, Port


@dataclass(frozen=True, eq=False)
class Board:
    """One printed board: islands by their boxes, three named corners, and the ports in clockwise order."""

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
