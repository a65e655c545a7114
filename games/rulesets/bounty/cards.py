"""The cards of Bounty, as printed: seven packs of twelve, and twenty-four of the Treasure Chest.

A cargo card is written by its port and its value ("1-8" is eight dubloons of sugar), a pirate "1-P", a warship "1-W".
"""

from dataclasses import dataclass

PACKS = (
    ((6, 7, 8, 8, 9, 9, 9, 10, 11, 12), 1, 1),
    ((6, 7, 7, 8, 9, 9, 9, 10, 11, 13), 1, 1),
    ((10, 11, 12, 13, 14, 15, 16, 17, 18), 1, 2),
    ((11, 12, 13, 13, 14, 14, 15, 16, 18), 1, 2),
    ((9, 11, 12, 14, 14, 15, 16, 17, 18), 1, 2),
    ((15, 17, 18, 19, 19, 20, 21, 23), 2, 2),
    ((14, 16, 18, 19, 20, 21, 22, 22), 2, 2),
)
"""Port -> the cargo values, the number of pirates, the number of warships."""


def pack(port: int) -> tuple[str, ...]:
    """Return every card of a port's pack, in a fixed order."""
    values, pirates, warships = PACKS[port]
    return tuple(f"{port + 1}-{mark}" for mark in (*values, *"P" * pirates, *"W" * warships))


CARDS = tuple(dict.fromkeys(card for port in range(len(PACKS)) for card in pack(port)))
VALUE = {card: 0 if card[2] in "PW" else int(card[2:]) for card in CARDS}
PORT_OF = {card: int(card[0]) - 1 for card in CARDS}
ROLE = {card: {"P": "pirate", "W": "warship"}.get(card[2:], "merchant") for card in CARDS}
"""The role of a ship whose top card this is."""


@dataclass(frozen=True, slots=True)
class Chest:
    """One Treasure Chest card. `do` names its effect; `square` and `sum` are its place or its dubloons."""

    title: str
    do: str
    square: str = ""
    sum: int = 0


CHEST = {
    1: Chest("Hurricane from the East", "blown", square="A4"),
    2: Chest("Hurricane from the South", "blown", square="J1"),
    3: Chest("Hurricane from the West", "blown", square="M4"),
    4: Chest("Hurricane from the North", "blown", square="M10"),
    5: Chest("Sprung Mast", "blown", square="D13"),
    6: Chest("Family News", "blown", square="D13"),
    7: Chest("Sealed Orders", "blown", square="F7"),
    8: Chest("Charged with Piracy", "trial", square="F7"),
    9: Chest("Charged with Piracy", "trial", square="F7"),
    10: Chest("Prize Money", "receive", sum=3),
    11: Chest("Salvage Award", "receive", sum=4),
    12: Chest("Old Debt Repaid", "receive", sum=5),
    13: Chest("Passenger Fares", "receive", sum=6),
    14: Chest("Lucky Wager", "receive", sum=8),
    15: Chest("Chart Sold", "receive", sum=10),
    16: Chest("Pilotage", "pay", sum=2),
    17: Chest("New Sails", "pay", sum=3),
    18: Chest("Crew's Pay", "pay", sum=4),
    19: Chest("Harbour Damage", "pay", sum=5),
    20: Chest("Customs Fine", "pay", sum=7),
    21: Chest("Captain's Birthday", "birthday", sum=1),
    22: Chest("Round of Drinks", "drinks", sum=1),
    23: Chest("Drifting Wreck", "wreck"),
    24: Chest("Rats in the Hold", "rats"),
}

PURSE, PURSE_OF_TWO = 35, 50
LOAN = 25
MINT = 1000
"""All dubloons, including the Bank's; the Bank may owe, so it never runs out."""
