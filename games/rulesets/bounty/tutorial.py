"""The first voyage: cargo from Sugar Quay, then a pirate card from Cotton Reach, a robbery, and home to sell. One idea per step."""

from games.kit.lesson import Lesson, Step, scripted

from .bots.captain import BOTS

COURSES = {
    (1, 1): {"sail": "G13"}, (1, 2): {"sail": "J13", "buy": "buy"}, (1, 3): {"sail": "J11"},
    (1, 4): {"sail": "J11"}, (1, 5): {"sail": "K11"}, (1, 6): {"sail": "J11"},
}  # fmt: skip
"""(seat, round) -> the answers given for that seat in that round."""

STEPS = (
    Step(
        "The goal: 100 dubloons",
        "You buy cargo in the ports and sell it at home, in Home Port. The first captain worth 100 dubloons wins; you have 35. "
        "The die is thrown before you decide: a six. Sugar Quay is six steps away, so press Sugar Quay, at A10.",
        "sail", "A10", "board",
    ),
    Step(
        "Buy, then look",
        "In a port you may buy the top card of the pack. You pay first and look afterwards: most cards are cargo, a few are not. "
        "Here a card costs three dubloons. Press “Buy”.",
        "buy", "buy", "asked hand",
    ),
    Step(
        "After a six, again",
        "Sugar worth nine: only you can see that. A six throws again, and this time it is a three. At sea you use the whole throw, step by "
        "step and never diagonally. Press A13.",
        "sail", "A13", "board hand",
    ),
    Step(
        "Home, with steps left over",
        "You may stop early in a harbour. Home Port is three steps away, and you threw a five. Coming home sells all you "
        "carry. Press Home Port, at D13.",
        "sail", "D13", "board news",
    ),
    Step(
        "Out again",
        "You paid three and got nine. Every time you have been home, all ports sell to you again. Blue has just bought a card at Cotton "
        "Reach. Sail that way with your five: press I13.",
        "sail", "I13", "board news",
    ),
    Step(
        "Into Cotton Reach",
        "Blue lies at J11 with that card. It may be cargo, or something worse: the others see how many cards you have, never which. "
        "Press Cotton Reach, at J13.",
        "sail", "J13", "board",
    ),
    Step(
        "Another card",
        "The last card you bought lies on top of your hold, and the top card says who you are. Press “Buy”.",
        "buy", "buy", "asked",
    ),
    Step(
        "You are a pirate",
        "A pirate card! It sells for nothing, but a pirate may attack ships at sea. Nobody knows yet. Blue is two steps away, and a merchant "
        "loses all cargo to a pirate. If Blue were a warship, you would lose yours. Take the risk: press the attack on Blue at J11.",
        "attack", "J11", "asked hand",
    ),
    Step(
        "Away with the loot",
        "Blue was a merchant, and cotton worth ten is yours. Now everyone knows you as a pirate, and warships may hunt you. Blue may fetch "
        "a warship card on Admiralty Island. Get away towards home: press E11.",
        "sail", "E11", "board news",
    ),
    Step(
        "Sell it",
        "In harbour nobody can attack you, and at home you become a merchant again. A throw of one would have kept you here and drawn from "
        "the Treasure Chest; you threw a five. Press Home Port, at D13.",
        "sail", "D13", "board",
    ),
)  # fmt: skip

LESSON = Lesson(
    name="The first voyage",
    seed=b"cargo bought unseen, 291371".ljust(32, b"."),
    places=("red", "blue", "green"),
    others=scripted({(seat, number): COURSES.get((seat, number), {}) for seat in (1, 2) for number in range(1, 8)}, BOTS["easy"]),
    steps=STEPS,
    farewell="You have 48 dubloons, nearly half of the goal. You know now how to sail, buy, rob and sell. The expensive ports have better cargo, "
    "and more pirates and warships. What is left are the Treasure Chest and loans; the help beneath each question tells of them.",
)
