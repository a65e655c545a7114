"""The cards and goods of all editions, as printed. Sizes of hands, numbers of pieces and the worth of money depend on the edition.

Crew is written "B3" (black three) or "R1" (red one). Treasure: D diamond, U ruby, G gold, P pearl, M rum.
Chance cards that are kept: LJ Long John Silver, DB Doubloons, PE Pieces of Eight, K1 and K2 Kidd's charts.
"""

from dataclasses import dataclass

TREASURE = {"D": 5, "U": 5, "G": 4, "P": 3, "M": 2}
MONEY = ("DB", "PE", "K1", "K2")
CHARTS = ("K1", "K2")

NAMES = {
    "D": "diamond", "U": "ruby", "G": "gold", "P": "pearls", "M": "rum",
    "LJ": "Long John Silver", "DB": "Doubloons", "PE": "Pieces of Eight", "K1": "Kidd's chart", "K2": "Kidd's second chart",
}  # fmt: skip

CREW_DECKS = {36: {"1": 6, "2": 6, "3": 6}, 52: {"1": 10, "2": 12, "3": 4}, 72: {"1": 14, "2": 16, "3": 6}}
"""Size of the pack -> {number on the card: number of such cards in each colour}."""

PORT_STOCK = {2: ("G", "M"), 3: ("gem",), 4: ("G",), 5: ("P",), 6: ("M",)}
"""Total of the two crew cards at a port without a captain -> the treasure that brings the port to eight points."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One chance card. `do` names the effect; the other fields are the card's title and its numbers as printed."""

    title: str
    do: str
    up_to: int = 0
    crew: int = 0
    limit: int = 0
    keep: str = ""


CHANCE = {
    1: Chance("Blown five leagues off the coast", "blown", crew=4, limit=3),
    2: Chance("A crew signs over to you", "press", crew=3),
    3: Chance("Blown to Mud Bay", "mud-bay", crew=4, limit=3),
    4: Chance("Blown to Cliff Creek", "cliff-creek", crew=4, limit=3),
    5: Chance("A fair wind home", "home", crew=4, limit=3),
    6: Chance("Blown to the nearest port ahead", "port-ahead", crew=4, limit=3),
    7: Chance("Lost to the nearest ship", "lose-to-ship", crew=2),
    8: Chance("Washed overboard", "lose-to-flat", crew=2),
    9: Chance("The best goes over the side", "lose-best"),
    10: Chance("The best hand deserts", "desert"),
    11: Chance("Treasure up to five, or two crew", "either", up_to=5, crew=2),
    12: Chance("Treasure up to four, or two crew", "either", up_to=4, crew=2),
    13: Chance("Treasure up to five, or two crew", "either", up_to=5, crew=2),
    14: Chance("Treasure up to seven, or three crew", "either", up_to=7, crew=3),
    15: Chance("Two join the crew", "crew", crew=2),
    16: Chance("Treasure up to seven, crew cut to ten", "cut", up_to=7, limit=10),
    17: Chance("Treasure up to six, crew cut to eleven", "cut", up_to=6, limit=11),
    18: Chance("Treasure up to four, crew for the weak", "both", up_to=4, crew=2, limit=7),
    19: Chance("A whole new crew", "exchange"),
    20: Chance("Crews mixed ashore", "blind", crew=2),
    21: Chance("Long John Silver", "keep", limit=5, keep="LJ"),
    22: Chance("Yellow fever", "fever", limit=7),
    23: Chance("Doubloons", "keep", keep="DB"),
    24: Chance("Pieces of Eight", "keep", keep="PE"),
    25: Chance("Captain Kidd's chart", "keep", up_to=7, keep="K1"),
    26: Chance("Captain Kidd's second chart", "keep", up_to=7, keep="K2"),
    27: Chance("Treasure up to five, or three crew", "either", up_to=5, crew=3),
    28: Chance("Two join the crew", "crew", crew=2),
}

HOLD = 2
WIN = 20
