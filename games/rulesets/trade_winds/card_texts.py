"""The effect of each chance card in our own words."""

from .cards import CHANCE

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
    """Return the words on the kept card for this item."""
    return TEXTS[next(number for number, card in CHANCE.items() if card.keep == item)]
