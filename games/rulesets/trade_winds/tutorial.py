"""The first voyage (to Pirate Island, home with treasure, a trade in Jamaica) and a short lesson on fights. One idea per step."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots.captain import BOTS

COURSES = {(1, 1): {"sail": "R14"}, (2, 1): {"sail": "F18"}, (1, 2): {"sail": "P12"}, (2, 2): {"sail": "H16"}}
"""(seat, round) -> the answers given for that seat in that round."""

STEPS = (
    Step(
        "The goal: twenty points at home",
        "Treasure comes from Pirate Island, in the middle. The first ship in its own harbour with twenty points there wins. The cards in "
        "your hand are your crew: together they are ten, so you sail up to ten squares in one straight line. The coast painted for "
        "your side is seven squares away: press K8.",
        "sail", "K8", "board hand",
    ),
    Step(
        "A chance card",
        "Captains who land on their own side draw a chance card. This one offers treasure worth up to seven, or three crew. Crew makes you faster; "
        "treasure wins. Press “Treasure”.",
        "gain", "treasure", "asked",
    ),
    Step(
        "What to take",
        "A gem is worth five points, a gold bar four, a pearl three and a barrel two. A gem and a barrel make seven: tick both, then press "
        "“Choose these”.",
        "treasure", ("D", "M"), "asked",
    ),
    Step(
        "Think again, then end the turn",
        "The treasure is aboard, and others may attack you for it. Until your turn ends, Undo takes back what revealed nothing. "
        "Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Turning costs one",
        "Your ship points south-east, the way it sailed. Any other direction costs one square extra. Home is seven squares back, and one "
        "for the turn makes eight of your ten: press New Providence.",
        "sail", "New Providence", "board news",
    ),
    Step(
        "Unloaded",
        "At home your treasure is unloaded by itself: seven points of twenty. While you are out, others may trade for it here, so a pile "
        "at home is not quite safe. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Harbours have three lines",
        "A harbour is left and entered only along its three arrows. Nobody plays Jamaica, so it trades with everyone. Its line to you "
        "begins at D2: press D2.",
        "sail", "D2", "board",
    ),
    Step(
        "One square is enough",
        "You may sail fewer squares than you could. The other captains are far away, so wait here for a turn: press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Into Jamaica",
        "Three squares south-west, and one for the turn. When you enter a foreign port you may trade there. Press Jamaica.",
        "sail", "Jamaica", "board",
    ),
    Step(
        "Trade like for like",
        "Both sides of a trade are worth the same. A pearl is worth three, and so are three crew with a 1. In a fight red counts "
        "against black, so you do well without your two red ones. Give a black 1 and both red 1s, take the pearl, and press “Make the deal”.",
        "trade", (("B1", "R1", "R1"), ("P",)), "asked hand",
    ),
    Step(
        "A stronger crew",
        "You have only black crew left: seven to sail with and seven to fight with. The pearl counts when it is at home. Press “End the "
        "turn”.",
        "end", "yes", "hand",
    ),
)  # fmt: skip

LESSON = Lesson(
    name="The first voyage",
    seed=b"twenty points of treasure, 18".ljust(32, b"."),
    places=("blue", "purple", "green"),
    others=scripted({(seat, number): COURSES.get((seat, number), {}) for seat in (1, 2) for number in range(1, 5)}, BOTS["easy"]),
    steps=STEPS,
    farewell="Seven points lie at home and three are aboard: half of what wins. You know now how to sail, turn, draw and trade. What is left "
    "are fights and the safety zone; the help beneath each question tells of them when they come.",
)


FIGHTS = Lesson(
    name="Fights",
    slug="fights",
    about="What decides a fight, and what the winner takes.",
    seed=b"boarders away, 861".ljust(32, b"."),
    places=("blue", "purple", "green"),
    opening=opened_with("""
        0 sail H5
        0 end yes
        1 sail M9
        1 gain treasure
        1 treasure (P)
        1 end yes
        2 sail K13
        2 end yes
        0 sail R5
        0 end yes
        1 sail I5
        1 end yes
        2 sail K13
        2 end yes
    """),
    others=scripted({(seat, number): {} for seat in (1, 2) for number in (3, 4)}, BOTS["easy"]),
    steps=(
        Step(
            "A pearl on its way",
            "Purple lies at I5 with a pearl. Treasure counts only at home, so it can still be yours. In a fight red counts against black: "
            "your red cards are twelve, your black one is one, so you fight with eleven. If your move ends on a ship, you attack it. "
            "Press I5.",
            "sail", "I5", "board hand",
        ),
        Step(
            "The winner takes",
            "Eleven against five: you won. Only you two saw the cards. A winner takes all treasure aboard, or two crew cards that "
            "the loser chooses. Press the treasure.",
            "spoils", "treasure", "asked",
        ),
        Step(
            "A free turn for the loser",
            "Once you end your turn, the loser may take a whole one. You may not attack the same ship again until your next turn is over. Press "
            "“End the turn”.",
            "end", "yes", "asked",
        ),
        Step(
            "Get away",
            "Purple stayed where it was. The line to your harbour begins at H5, one square straight ahead. Press H5.",
            "sail", "H5", "board news",
        ),
        Step(
            "Others may stop you",
            "A ship that you sail over may stop you and fight, even in a harbour. Nobody lies between you and home. Press “End the turn”.",
            "end", "yes", "asked",
        ),
        Step(
            "Home with the pearl",
            "Four squares north-west, and one for the turn. Goods on your docks are out of reach of any fight. Press New Providence.",
            "sail", "New Providence", "board",
        ),
    ),
    farewell="The pearl is home: three points. You know now what decides a fight: colour, not numbers. Before you attack, think of what the "
    "other captain may hold, and of what you carry yourself.",
)  # fmt: skip
