"""The first voyage: out to the hoard on the short chart, Blackbeard set on a rival, and home with a coin. One idea per step."""

from games.kit.lesson import Lesson, Step, scripted

from .bots import BOTS

STEPS = (
    Step(
        "The goal: coins at home",
        "The coins lie at I1, in the north. Your home is Port Blackwood, at A5. Two coins at home win. Every turn begins with an event, "
        "and today it is Blackbeard: you say where the pirate goes, three squares. Nobody is at sea yet, so press E6.",
        "monster", "E6", "board",
    ),
    Step(
        "Sail by the die",
        "The die shows four, so your red ship sails four squares: up, down, left or right, never diagonally. At sea you use every step. "
        "Press C4.",
        "sail", "C4", "board hand",
    ),
    Step(
        "Think again, then end the turn",
        "Until you end your turn, Undo takes your choices back. Then the others play: each draws an event and sails. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "A Fair Breeze",
        "“Since your last turn” tells what the others did. You drew a Fair Breeze: three squares more, before the die. Press F4.",
        "sail", "F4", "board news",
    ),
    Step(
        "To the hoard",
        "Now the die: six squares. That is just far enough. Press I1, the hoard; the way there is found for you.",
        "sail", "I1", "board",
    ),
    Step(
        "One coin aboard",
        "A ship takes one coin each time it enters the hoard. One coin is light. With two you sail about half as far, and with three "
        "even less: it is your choice how greedy you are. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Set Blackbeard on a rival",
        "Blackbeard again, and Blue is three squares away from it, at A4. A monster that ends its way on a ship takes it to its island, "
        "and the coins aboard stay behind in the sea. Press A4.",
        "monster", "A4", "board",
    ),
    Step(
        "Blue is held",
        "Blue sits on Skull Island and needs a six to get away, as long as Blackbeard is at home. Monsters cannot enter land or a wharf: "
        "there you are safe. Now sail home with your six: press F4.",
        "sail", "F4", "board",
    ),
    Step(
        "Every ship is armed",
        "You have one cannonball, and so has everyone. A ship that ends beside you on your square may fire, rob you and push you away. "
        "No rival is near now. Press “End the turn”.",
        "end", "yes", "asked hand",
    ),
    Step(
        "The wind is with you",
        "A Fair Breeze once more: three squares, however heavy the ship is. Press C4.",
        "sail", "C4", "board",
    ),
    Step(
        "Into Port Blackwood",
        "The die shows three, and the port is three squares away. The coin is brought home as soon as you enter. Press A5.",
        "sail", "A5", "board",
    ),
)  # fmt: skip

LESSON = Lesson(
    name="The first voyage",
    seed=b"coins of port blackwood, 112076".ljust(32, b"."),
    places=("red", "blue", "green"),
    others=scripted({(seat, number): {} for seat in (1, 2) for number in (1, 2, 3)}, BOTS["easy"]),
    steps=STEPS,
    options={"chart": "two"},
    farewell="One coin is home, and two win. You know now how to sail, how to use the events and how to set a monster on a rival. What is "
    "left are the cannon and the sirens; the help beneath each question tells of them when they come.",
)
