"""The lesson of Hoard: a chest for two, a partner at sea, and the sirens who carry coins home. It begins in the fourth round."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots import BOTS

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
STEPS = (
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
    steps=STEPS,
    farewell="You know now what makes Hoard different: one chest for two, three coins a ship, and help from afar. How to sail, and what the "
    "monsters and the cannon do, is the same as in the race.",
)
