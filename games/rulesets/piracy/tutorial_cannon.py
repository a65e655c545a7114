"""A short lesson on the cannon: two coins aboard another ship, and the push that follows. It begins in the fifth round."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots import BOTS

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
