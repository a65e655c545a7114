"""The sea of Bounty, as drawn for this site: 13 squares each way, columns A to M from west to east, rows 1 to 13 from north to south."""

from dataclasses import dataclass

SIZE = 13


@dataclass(frozen=True, slots=True)
class Port:
    """A trading port: its name, the square of its harbour, the fee in dubloons, and its cargo."""

    name: str
    at: str
    fee: int
    cargo: str


PORTS = (
    Port("Sugar Quay", "A10", 3, "sugar"),
    Port("Cotton Reach", "J13", 3, "cotton"),
    Port("Cocoa Bay", "A4", 5, "cocoa"),
    Port("Indigo Roads", "M10", 5, "indigo"),
    Port("Nutmeg Haven", "D1", 5, "nutmeg"),
    Port("Pearl Sound", "J1", 7, "pearl"),
    Port("Silver Point", "M4", 7, "silver"),
)

HOME = "D13"
ADMIRALTY = "F7"
ISLANDS = {"Admiralty Island": ("E6", "E7", "F6"), "Parrot Island": ("H8", "I7", "I8")}

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "white", "black")
