"""The cards and goods of this edition.

Crew cards are "B3" (black three) or "R1" (red one); "?3" is the back of a three. Treasure: D gem, G gold bar,
P pearl, M barrel. Kept chance cards: SP Silver Plate, PP Purse of Pistoles, HC and NC the two charts, TW Trade Wind.
"""

from dataclasses import dataclass

from games.kit.crew_game.crew import VALUE as CREW_VALUE

TREASURE = {"D": 5, "G": 4, "P": 3, "M": 2}
PIECES = {"D": 12, "G": 10, "P": 10, "M": 10}
BACKS = {"?1": 1, "?2": 2, "?3": 3}
VALUE_CARDS = {"SP": 5, "PP": 4, "HC": 4, "NC": 4, "TW": 3}
CHARTS = ("HC", "NC")
"""The charts, in the order of their islands in `ISLES`."""
WORTH = {**CREW_VALUE, **BACKS, **TREASURE, **VALUE_CARDS}
LADING = tuple(kind for kind, worth in TREASURE.items() for _ in range(worth))
"""Each kind of treasure once per point of its worth, to count a ship's load in points."""

NAMES = {
    "D": "gem", "G": "gold bar", "P": "pearl", "M": "barrel", "SP": "Silver Plate", "PP": "Purse of Pistoles",
    "HC": "Hispaniola Chart", "NC": "Norman Chart", "TW": "Trade Wind",
}  # fmt: skip

CREW_PACK = tuple(colour + number for colour in "BR" for number in "123" for _ in range(10))

PORT_STOCK = {2: ("G", "M"), 3: ("D",), 4: ("G",), 5: ("P",), 6: ("M",)}
"""Total of the two crew cards at a port without a captain -> the treasure that brings the port's stock to eight points."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One chance card. `do` names the effect, `pieces` the treasure on the card, `keep` the code of a kept card; numbers are amounts."""

    title: str
    do: str
    up_to: int = 0
    crew: int = 0
    limit: int = 0
    pieces: tuple[str, ...] = ()
    keep: str = ""


CHANCE = {
    1: Chance("Cracked Strongroom", "either", up_to=7, crew=3),
    2: Chance("Reef-Broken Galleon", "cut", up_to=7, limit=10),
    3: Chance("Lamp in the Cove", "either", up_to=6, crew=3),
    4: Chance("Marooned Sea-Chest", "cut", up_to=6, limit=12),
    5: Chance("Hollow Palm", "either", up_to=5, crew=2),
    6: Chance("Wreckers' Cellar", "either", up_to=5, crew=2),
    7: Chance("Oyster Bed", "pieces", crew=1, pieces=("P",)),
    8: Chance("Cooper's Yard", "pieces", pieces=("M", "M")),
    9: Chance("Assayer's Debt", "either", crew=2, pieces=("G",)),
    10: Chance("Idol's Eye", "either", crew=2, pieces=("D",)),
    11: Chance("Tide-Line Pickings", "either", up_to=4, crew=2),
    12: Chance("Castaway's Bundle", "both", up_to=4, crew=2, limit=7),
    13: Chance("Low-Water Scrape", "either", up_to=3, crew=1),
    14: Chance("Shore Party", "crew", crew=2),
    15: Chance("Pressed Men", "crew", crew=2),
    16: Chance("Fleet Deserters", "deserters", crew=3, limit=8),
    17: Chance("Rum Issue", "pieces", crew=1, pieces=("M",)),
    18: Chance("New Articles", "exchange"),
    19: Chance("Beach Brawl", "brawl", crew=2),
    20: Chance("Blood Money", "blood-money", crew=2),
    21: Chance("Mutiny", "mutiny"),
    22: Chance("Marsh Fever", "fever", limit=7),
    23: Chance("Short Rations", "rations", crew=1),
    24: Chance("Rogue Wave", "wave"),
    25: Chance("Shifting Cargo", "shift", crew=2),
    26: Chance("Torn Net", "net", crew=2),
    27: Chance("Revenue Cutter", "cutter", up_to=3, limit=10),
    28: Chance("Squall", "squall", crew=4, limit=3),
    29: Chance("Land Breeze", "breeze", crew=4, limit=3),
    30: Chance("Lee Shore", "lee", crew=4, limit=3),
    31: Chance("Gulf Current", "gulf", crew=4, limit=3),
    32: Chance("Silver Plate", "keep", keep="SP"),
    33: Chance("Purse of Pistoles", "keep", keep="PP"),
    34: Chance("Hispaniola Chart", "keep", up_to=7, keep="HC"),
    35: Chance("Norman Chart", "keep", up_to=7, keep="NC"),
    36: Chance("Trade Wind", "keep", keep="TW"),
}

CARD_OF = {"HC": 34, "NC": 35, "TW": 36}
"""Code of a kept card that goes back under the pack when played -> its number in the pack."""
CHART_WORTH = 7
BOOST = 8
"""The sailing strength that a Trade Wind adds for one turn."""
HAND = 6
LOAD = 19
"""The most points of treasure that a ship can carry."""
WIN = 20


EITHER = "Choose: treasure worth up to {worth} in all, as far as your ship can still carry it, or {crew} crew from the pile."
WEAK = "If your crew adds up to three or less, four more sign on first."

TEXTS = {
    1: EITHER.format(worth="seven", crew="three"),
    2: "Take treasure worth up to seven in all. Then send crew of your choice back until your sailing strength is ten or less.",
    3: EITHER.format(worth="six", crew="three"),
    4: "Take treasure worth up to six in all. Then send crew of your choice back until your sailing strength is twelve or less.",
    5: EITHER.format(worth="five", crew="two"),
    6: EITHER.format(worth="five", crew="two"),
    7: "A pearl is yours, and one more sailor's card from the pile.",
    8: "Roll two barrels aboard, or as many as your ship can still carry.",
    9: "Choose: a gold bar, or two crew from the pile.",
    10: "Choose: a gem, or two crew from the pile.",
    11: EITHER.format(worth="four", crew="two"),
    12: "Take treasure worth up to four in all. If your crew added up to seven or less, two more sign on.",
    13: EITHER.format(worth="three", crew="one"),
    14: "Draw two crew from the pile.",
    15: "Draw two crew from the pile.",
    16: "Three crew sign on if yours adds up to eight or less; otherwise only one does.",
    17: "A barrel is yours, and one crew from the pile.",
    18: "Put your whole hand under the pile and draw as many new cards, as far as the pile reaches.",
    19: "If another ship lies anywhere on the coast of Pirate Island, you and one such ship of your choice swap two cards each, drawn blind. Otherwise two crew of your choice go back.",
    20: "Name another captain. They hand you two crew cards, which they choose.",
    21: "The highest card in your hand goes back under the pile; you break ties.",
    22: "Every captain with more than seven cards in hand chooses which to send back until seven are left. Crew ashore is safe.",
    23: "One crew card of your choice goes back.",
    24: "Your most valuable treasure is washed away to Hispaniola. With none aboard, you lose the highest card in your hand instead.",
    25: "You lose one treasure or two crew, whichever you choose, to Norman Island.",
    26: "You lose one treasure or two crew, whichever you choose, to the nearest other ship. Two equally near: nothing is lost.",
    27: "With ten points or more aboard you pay one piece of your choice. With less you take treasure worth up to three.",
    28: f"You are driven six squares straight out to sea from this side of the island, one further if a ship lies there. {WEAK}",
    29: f"The wind carries you into your own harbour, unless another ship lies in it. {WEAK}",
    30: f"You run for the nearer of Tortuga and Tortola, or the other one if a ship lies there. You may trade at once. {WEAK}",
    31: f"You drift to the nearest free square beside Hispaniola or Norman Island, whichever is nearer, and may take what lies there. {WEAK}",
    32: "Keep this card. In any port it buys crew or treasure worth five.",
    33: "Keep this card. In any port it buys crew or treasure worth four.",
    34: "Keep this card. End a move beside Hispaniola and dig up treasure worth up to seven, or trade it in a port for four.",
    35: "Keep this card. End a move beside Norman Island and dig up treasure worth up to seven, or trade it in a port for four.",
    36: "Keep this card. Play it before you sail on a turn of your own: eight more squares and free turning, this once. Or trade it for three.",
}


def kept(item: str) -> str:
    """Return the text of a kept card, given its code."""
    return TEXTS[next(number for number, card in CHANCE.items() if card.keep == item)]
