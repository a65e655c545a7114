"""The first voyage, and the short lessons on the cannon and on Hoard. One idea per step."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots.captain import BOTS

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


CANNON = Lesson(
    name="Cannon",
    slug="cannon",
    about="When you may fire, what you take, and where you send the other ship.",
    seed=b"a ball to spare, 40".ljust(32, b"."),
    places=("red", "blue", "green"),
    options={"chart": "two"},
    opening=opened_with("""
        2 order SIREN PASS; GREEN A5 A4 A3; END
        0 order SM H4; RED A5 B5 B6 A6 A7 A8; END
        1 order SM G2; BLUE A5 A4 B4 B5 A5 A6; END
        2 order BB D1; GREEN B3 C3 D3 D2 E2 E1; END
        0 order BB F2; RED A7 A6; END
        1 order SIREN GREEN D1 C1 C2; BLUE A5 B5 B6 A6 FIRE RED PUSH A5 B5 C5; END
        2 order BREEZE GREEN C1 D1 E1; GREEN F1 G1 H1 I1 J1 K1; END
        0 order SM E1; RED C4; END
        1 order BB D1; BLUE A5 A4 A3; END
        2 order BREEZE GREEN J1 J2; GREEN I2; END
        0 order SM G2; RED D4 E4 F4 F3 G3; END
        1 order BB A1; BLUE A4 B4 B3 B2; END
        2 order BB B3; GREEN I1 H1 G1 F1 E1 D1; END
    """),
    others=scripted({(1, 5): {}, (2, 6): {}}, BOTS["easy"]),
    steps=(
        Step(
            "Two coins on their way home",
            "Green is at D1 with two coins, enough to win. You are Red, at G3, and you have two cannonballs. First the event: the Sea "
            "Monster could not catch anyone today, so move it out of your way. Press H4.",
            "monster", "H4", "board hand",
        ),
        Step(
            "Alongside",
            "To fire, your ship must arrive on the square of the other one, at sea or in a wharf. The die shows five, and Green is five "
            "squares away. Press D1.",
            "sail", "D1", "board",
        ),
        Step(
            "Fire!",
            "A shot never misses. It costs a cannonball, and you may fire once after the event and once after the die. Press the shot at "
            "Green.",
            "fire", "2", "asked",
        ),
        Step(
            "Take what you like",
            "You may take any number of the coins aboard. What you leave lies in the sea there. Take both: press “Choose”.",
            "loot", 2, "asked",
        ),
        Step(
            "And send them away",
            "Now you sail the other ship three squares, wherever you like: to a far corner, onto an island, or into a monster's arms. "
            "Green should not meet you on the way home: press G1.",
            "sail", "G1", "board",
        ),
        Step(
            "Who has cannonballs?",
            "Green has three balls left, and Blue has none. Everyone can see that in the list of what the captains have. Press “End the turn”.",
            "end", "yes", "asked",
        ),
        Step(
            "Keep the way free",
            "The Sea Monster again. Keep it far from you: press I4.",
            "monster", "I4", "board news",
        ),
        Step(
            "Coins are heavy",
            "The die shows five, but two coins aboard make that three squares. On an island you are safe from guns and monsters. Press D4.",
            "sail", "D4", "board",
        ),
    ),
    farewell="Two coins, and home is four squares away. You know now how to rob a ship. Sail with care when others have cannonballs: fetch some "
    "yourself, since every ordinary island gives one when you land.",
)  # fmt: skip


OPENING = opened_with("""
    2 order BB D1; GREEN A5 A4 A3 A2 A1 B1; END
    3 order SM H4; YELLOW A5 A4 A3 A2 A1 B1 FIRE GREEN PUSH C1 D1; END
    0 order SIREN GREEN E2 E1 F1; RED A5 A4 A3 A2 A1 B1; END
    1 order BREEZE BLUE A5 A4 A3; BLUE A2 A1 B1 C1 D1; END
    2 order BB D1; GREEN G1 H1; END
    3 order SM G2; YELLOW C1; END
    0 order SM E1; RED C1 FIRE YELLOW PUSH D1 E1; END
    1 order BB D1; BLUE E2; END
    2 order BREEZE GREEN I1 I2 I3; GREEN H3 G3 G4; END
    3 order BB A1; END
    0 order SM H4; RED D1 E1 F1 G1 H1; END
    1 order SIREN YELLOW H6 H5 I5; BLUE E1 F1; END
    2 order BREEZE GREEN F4 E4 D4; GREEN C4 B4; END
    3 order SM G2; YELLOW I4 I3; END
""")
HOARD_STEPS = (
    Step(
        "The goal: the fuller chest",
        "You play in teams of two: you are Red, and Green is your partner. You share a chest at home. When every coin is home, the team "
        "with most of them wins. The sirens let you sail another ship, also your partner's: press Green's ship.",
        "ship", "2", "asked board",
    ),
    Step(
        "Bring your partner home",
        "Green has a coin aboard and is two squares from home. The sirens take a ship three squares: through Port Blackwood, where the "
        "coin goes into your chest, and one square on. Press A6.",
        "sail", "A6", "board",
    ),
    Step(
        "To the hoard",
        "One coin in the chest, and it was not even your ship! Now your own voyage: the die shows a one, and the hoard is one square away. "
        "Press I1.",
        "sail", "I1", "board hand",
    ),
    Step(
        "Three coins at most",
        "You took a coin. In this game a ship carries three at most, and a thief leaves what they have no room for. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Both ways at once",
        "Blue and Yellow, the other team, have a coin each. Blackbeard is yours to move, but no rival is within three squares, and "
        "Green is: keep Blackbeard away from your partner. Press C3.",
        "monster", "C3", "board news",
    ),
    Step(
        "Homeward",
        "A partner can help a slow ship: by sirens, or by a shot that pushes it on. Take your coin towards home: press F1.",
        "sail", "F1", "board",
    ),
    Step(
        "Play as one",
        "You cannot hand coins over, but you can clear the way, draw the shots, and move the monsters. Press “End the turn”.",
        "end", "yes", "asked",
    ),
)  # fmt: skip

HOARD = Lesson(
    name="Hoard",
    slug="hoard",
    about="Teams of two: how partners help each other.",
    seed=b"a chest for two, 5620".ljust(32, b"."),
    places=("red", "blue", "green", "yellow"),
    options={"mode": "hoard", "chart": "two"},
    opening=OPENING,
    others=scripted({(1, 4): {}, (2, 5): {}, (3, 5): {}}, BOTS["easy"]),
    steps=HOARD_STEPS,
    farewell="You know now what makes Hoard different: one chest for two, three coins a ship, and help from afar. How to sail, and what the "
    "monsters and the cannon do, is the same as in the race.",
)
