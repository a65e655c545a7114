"""The Caribbean as printed: columns A to T from west to east, rows 1 to 20 from north to south.

Land, rocks and shoals are boxes: (north-western square, south-eastern square). Harbours are listed clockwise from the north-west.
`side` is the side of the board where a harbour lies, and of Pirate Island where its ships land. Trading ports are grey.
"""

from typing import NamedTuple

SIZE = 20


class Harbour(NamedTuple):
    """One harbour: its name, colour, square, the arrows by which ships leave it, and its side of the board."""

    name: str
    colour: str
    at: str
    arrows: tuple[str, str, str]
    side: str


HARBOURS = (
    Harbour("New Providence", "blue", "D1", ("SW", "S", "SE"), "north"),
    Harbour("Eleuthera", "yellow", "Q1", ("SW", "S", "SE"), "north"),
    Harbour("Tortola", "grey", "T5", ("NW", "W", "SW"), "east"),
    Harbour("Saint Kitts", "purple", "T16", ("NW", "W", "SW"), "east"),
    Harbour("Trinidad", "orange", "Q20", ("NW", "N", "NE"), "south"),
    Harbour("Curacao", "green", "D20", ("NW", "N", "NE"), "south"),
    Harbour("Tortuga", "grey", "A16", ("NE", "E", "SE"), "west"),
    Harbour("Jamaica", "red", "A5", ("NE", "E", "SE"), "west"),
)

LAND = {
    "pirate": ("I9", "L12"),
    "hispaniola": ("D14", "F15"),
    "norman": ("O6", "Q7"),
    "navassa": ("E5", "F6"),
    "sail-rock": ("O15", "P16"),
    "rock-north-west": ("H8", "H8"),
    "rock-north-east": ("M8", "M8"),
    "rock-south-west": ("H13", "H13"),
    "rock-south-east": ("M13", "M13"),
}

COASTS = {
    "yellow": ("I8", "J8"),
    "blue": ("K8", "L8"),
    "purple": ("M9", "M10", "M11", "M12"),
    "orange": ("I13", "J13"),
    "green": ("K13", "L13"),
    "red": ("H9", "H10", "H11", "H12"),
}
"""Colour -> its painted squares beside Pirate Island. Two colours of one side may land on each other's squares."""
OUTWARD = {"north": "N", "east": "E", "south": "S", "west": "W"}
ISLES = ("hispaniola", "norman")
ISLE_NAMES = ("Hispaniola", "Norman Island")
SQUALL = 6
"""The number of squares that a squall drives a ship from Pirate Island."""
