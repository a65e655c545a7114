"""The event cards, the almanac, and the numbers of cannonballs and coins."""

EVENT_CARDS = {"bb": 4, "sm": 4, "breeze": 2, "siren": 2}
PACK = tuple(card for card, count in EVENT_CARDS.items() for _ in range(count))
RED_DIE = ("bb", "bb", "sm", "sm", "breeze", "siren")
"""The event of each face of the red die."""

ALMANAC = (
    (0, 1, 2, 3, 4, 5, 6),
    (0, 1, 2, 3, 4, 5, 6),
    (0, 1, 1, 2, 2, 3, 3),
    (0, 1, 1, 1, 2, 2, 2),
    (0, 1, 1, 1, 1, 1, 1),
)
"""Coins aboard (more than four count as four) -> the squares that each roll allows."""

BY_ROLL = tuple(zip(*ALMANAC, strict=True))
"""Roll -> the squares that it allows with zero to four coins aboard."""

BALLS = 8
UNLIMITED = 500
"""Cannonballs in the box at a table where they never run out."""
BOX = 60
"""Coins in the box, more than any game needs."""
HOLD = 3
"""Maximum number of coins aboard in Hoard."""
DRIFT = 3
"""The number of squares that a breeze, a siren's call or a push moves a ship, and that a monster moves."""
