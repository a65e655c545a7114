"""The effect of each chance card, in our own words. Prices in braces are filled in from the edition."""

from .cards import CHANCE
from .editions import Edition

HANDS = "If your crew then adds up to three or less, draw four from Pirate Island."
EITHER = "Choose: treasure worth up to {worth} in all from the island, as far as your hold has room, or {crew} crew from Pirate Island."

TEXTS = {
    1: f"A squall drives your ship five leagues straight off the coast, away from the island. Point it as you like. {HANDS}",
    2: "Name a rival. They pick three of their crew, from ship or docks, who sign on with you.",
    3: f"The gale drops you in Mud Bay, in the south-western corner. Point it as you like. {HANDS}",
    4: f"The gale drops you in Cliff Creek, in the north-eastern corner. Point it as you like. {HANDS}",
    5: f"The wind carries you straight into your own harbour. {HANDS}",
    6: f"The wind carries you into the port that lies nearest ahead of your bow, foreign or your own. {HANDS}",
    7: "You lose one treasure or two crew, whichever you choose, to the nearest other ship. Two ships equally near: nothing is lost. Treasure goes only where a hold has room.",
    8: "A wave takes one treasure or two crew, whichever you choose, and casts them up on Flat Island.",
    9: "Your most valuable treasure goes overboard and drifts to Flat Island. With an empty hold, your best crew member goes instead.",
    10: "Your best crew member slips away to Pirate Island.",
    11: EITHER.format(worth="five", crew="two"),
    12: EITHER.format(worth="four", crew="two"),
    13: EITHER.format(worth="five", crew="two"),
    14: EITHER.format(worth="seven", crew="three"),
    15: "Draw two crew from Pirate Island.",
    16: "Take treasure worth up to seven in all. If your crew adds up to more than ten, put hands ashore on Pirate Island until it is ten, or as near below as your cards allow.",
    17: "Take treasure worth up to six in all. If your crew adds up to more than eleven, put hands ashore on Pirate Island until it is eleven, or as near below as your cards allow.",
    18: "Take treasure worth up to four in all. If your crew adds up to seven or less, draw two from Pirate Island as well.",
    19: "Exchange your whole crew for as many from Pirate Island, as far as its pile reaches.",
    20: "You and the nearest ship on this coast exchange two crew each, drawn unseen. If no other ship lies here, put two of your crew ashore on Pirate Island.",
    21: "Keep this card. In a port that has crew to offer, leave Long John there and take crew worth up to five in exchange. Any captain who calls at that port may hire Long John for one treasure.",
    22: "Every captain counts the crew aboard and at the home docks. With more than seven cards, captains choose which to bury on Pirate Island until seven are left.",
    23: "Keep this card. In any port it buys crew or treasure worth {price}.",
    24: "Keep this card. In any port it buys crew or treasure worth {price}.",
    25: "Keep this card. Land it at the anchor behind Pirate Island and dig up treasure worth up to seven, or trade it in a port for three. {charts}",
    26: "Keep this card. Land it at the anchor behind Pirate Island and dig up treasure worth up to seven, or trade it in a port for three. {charts}",
    27: EITHER.format(worth="five", crew="three"),
    28: "Draw two crew from Pirate Island.",
}

NUMBERS = ("none", "one", "two", "three", "four", "five")
ONE_CHART = "Only the first of the two charts finds anything, unless your table agreed otherwise."
BOTH_CHARTS = "The other chart finds its own treasure, unless your table agreed otherwise."


def kept(item: str, edition: Edition) -> str:
    return face(next(number for number, card in CHANCE.items() if card.keep == item), edition)


def face(number: int, edition: Edition) -> str:
    price = edition.money.get(CHANCE[number].keep, 0)
    return TEXTS[number].format(price=NUMBERS[price], charts=ONE_CHART if edition.agreed["kidd_once"] else BOTH_CHARTS)
