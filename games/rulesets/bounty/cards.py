"""The cards of Bounty, as printed: seven packs of twelve cards, and twenty-four Treasure Chest cards.

The code of a cargo card is its port and value ("1-8" is eight dubloons of sugar); "1-P" is a pirate, "1-W" a warship.
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
"""For each port: the values of its cargo cards, the number of its pirates, and the number of its warships."""


def pack(port: int) -> tuple[str, ...]:
    values, pirates, warships = PACKS[port]
    return tuple(f"{port + 1}-{mark}" for mark in (*values, *"P" * pirates, *"W" * warships))


CARDS = tuple(dict.fromkeys(card for port in range(len(PACKS)) for card in pack(port)))
VALUE = {card: 0 if card[2] in "PW" else int(card[2:]) for card in CARDS}
PORT_OF = {card: int(card[0]) - 1 for card in CARDS}
ROLE = {card: {"P": "pirate", "W": "warship"}.get(card[2:], "merchant") for card in CARDS}
"""Card -> the role of a ship with that card on top."""


@dataclass(frozen=True, slots=True)
class Chest:
    """One Treasure Chest card. `do` names the effect, `text` describes it, `square` is its destination, and `sum` its dubloons."""

    title: str
    do: str
    text: str
    square: str = ""
    sum: int = 0


CHEST = {
    1: Chest("Hurricane from the East", "blown", "An easterly storm carries you to Cocoa Bay at once. Trade there if you may.", "A4"),
    2: Chest("Hurricane from the South", "blown", "A southerly storm carries you to Pearl Sound at once. Trade there if you may.", "J1"),
    3: Chest("Hurricane from the West", "blown", "A westerly storm carries you to Silver Point at once. Trade there if you may.", "M4"),
    4: Chest("Hurricane from the North", "blown", "A northerly storm carries you to Indigo Roads at once. Trade there if you may.", "M10"),
    5: Chest("Sprung Mast", "blown", "Your mainmast has sprung. You are back at Home Port at once.", "D13"),
    6: Chest("Family News", "blown", "A letter calls you home. You are back at Home Port at once.", "D13"),
    7: Chest("Sealed Orders", "blown", "A sealed packet sends you to Admiralty Island at once. Nobody looks into your hold.", "F7"),
    8: Chest("Charged with Piracy", "trial", "A witness has named you. You stand trial on Admiralty Island at once.", "F7"),
    9: Chest("Charged with Piracy", "trial", "A witness has named you. You stand trial on Admiralty Island at once.", "F7"),
    10: Chest("Prize Money", "receive", "Your share of an old prize is paid out. Receive 3 dubloons.", sum=3),
    11: Chest("Salvage Award", "receive", "You towed in a lost boat. Receive 4 dubloons.", sum=4),
    12: Chest("Old Debt Repaid", "receive", "A friend pays back an old loan. Receive 5 dubloons.", sum=5),
    13: Chest("Passenger Fares", "receive", "Your cabins were full. Receive 6 dubloons.", sum=6),
    14: Chest("Lucky Wager", "receive", "You bet on the right horse. Receive 8 dubloons.", sum=8),
    15: Chest("Chart Sold", "receive", "A merchant buys your best chart. Receive 10 dubloons.", sum=10),
    16: Chest("Pilotage", "pay", "The pilot wants to be paid. Pay 2 dubloons.", sum=2),
    17: Chest("New Sails", "pay", "The old canvas is torn. Pay 3 dubloons.", sum=3),
    18: Chest("Crew's Pay", "pay", "The crew want their wages. Pay 4 dubloons.", sum=4),
    19: Chest("Harbour Damage", "pay", "You scraped along the quay. Pay 5 dubloons.", sum=5),
    20: Chest("Customs Fine", "pay", "The customs men found a false paper. Pay 7 dubloons.", sum=7),
    21: Chest("Captain's Birthday", "birthday", "Every other captain who has a dubloon gives you one.", sum=1),
    22: Chest("Round of Drinks", "drinks", "You give every other captain one dubloon, clockwise, while you have any.", sum=1),
    23: Chest("Drifting Wreck", "wreck", "You find a wreck adrift. The top card of the dearest pack goes under your hold."),
    24: Chest("Rats in the Hold", "rats", "Rats have spoilt the oldest card in your hold. It goes back to its pack."),
}

PURSE, PURSE_OF_TWO = 35, 50
LOAN = 25
MINT = 1000
"""All dubloons, including the Bank's. The Bank can go into debt, so the Bank never runs out."""
