"""A short lesson on fights: a pearl aboard another ship, and the way home with it. It begins in the third round."""

from games.kit.lesson import Lesson, Step, opened_with, scripted

from .bots import BOTS

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
