"""The sea of the online edition, as printed: 24 squares each way, eight ports in clockwise order."""

from games.kit.chart import Port

SIZE = 24

ISLANDS = {
    "treasure": (11, 14, 11, 14),
    "flat": (2, 4, 20, 23),
    "pirate": (21, 23, 2, 5),
}

MUD_BAY = (1, 1)
CLIFF_CREEK = (24, 24)
ANCHOR = (24, 1)

PORTS = (
    Port("Bombay", at=(25, 17), exits=("NW", "W", "SW"), colour="green"),
    Port("Cadiz", at=(25, 9), exits=("NW", "W", "SW"), colour="lightblue"),
    Port("Bristol", at=(17, 0), exits=("NW", "N", "NE"), colour="purple"),
    Port("London", at=(9, 0), exits=("NW", "N", "NE"), colour="orange"),
    Port("Genoa", at=(0, 8), exits=("NE", "E", "SE"), colour="yellow"),
    Port("Venice", at=(0, 16), exits=("NE", "E", "SE"), colour="pink"),
    Port("Amsterdam", at=(8, 25), exits=("SW", "S", "SE"), colour="brown"),
    Port("Marseilles", at=(16, 25), exits=("SW", "S", "SE"), colour="red"),
)
