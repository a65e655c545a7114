"""The options of a table."""

from games.engine import TableOption, agreed

OPTIONS = (
    TableOption("mode", "Game", "Race: everyone alone. Hoard: teams of two, partners opposite each other, for four or six captains.",
                "race", (("race", "Race"), ("hoard", "Hoard, in teams of two")), seats=(("hoard", (4, 6)),)),
    TableOption("chart", "Chart", "The short chart makes games about a sixth shorter.",
                "one", (("one", "Chart One, 13 by 9"), ("two", "Chart Two, 11 by 8, short"))),
    TableOption("target", "Coins to win a Race", "How many coins a captain has to bring home.",
                2, ((2, "Two"), (1, "One, to try the game"))),
    TableOption("events", "Events", "Are events drawn from a pack of twelve cards, or rolled with a die each turn?",
                "cards", (("cards", "Twelve cards"), ("die", "A red die"))),
    TableOption("reveal", "The roll is shown", "With the event, so that you can plan the whole turn, or only when the event is over?",
                "together", (("together", "With the event"), ("event-first", "After the event"))),
    TableOption("exact_shot", "Shots need the exact roll", "Must a shot use the exact roll? If not, a ship may stop early to fire.", False),
    TableOption("balls", "Cannonballs", "How many are there in all?",
                "eight", (("eight", "Eight"), ("unlimited", "As many as are needed"))),
    TableOption("early_stop", "Ships may stop early", "May a ship at sea sail fewer squares than it could?", False),
    TableOption("loot", "The thief's share", "How many of the coins aboard does a thief take?",
                "choice", (("choice", "As many as they like"), ("all", "All they can carry"))),
    TableOption("mooring", "Longest stay on an island", "For how many of their turns in a row may a captain stay on one land square?",
                0, ((0, "No limit"), (1, "One turn"), (2, "Two turns"))),
    TableOption("transfer", "Partners hand over coins", "In Hoard, once the hoard is empty, on a square that partners share.", False),
    TableOption("early_finish", "Hoard ends when it is decided", "As soon as no other team can catch up.", True),
    TableOption("round_limit", "Longest game", "After this many rounds the most coins at home win, then the most aboard.",
                200, ((40, "40 rounds"), (100, "100 rounds"), (200, "200 rounds"), (500, "500 rounds"))),
)  # fmt: skip

VERSION = 2
"""The newest version of these rules; docs/changing-rules.md says when to raise it."""

CHANGES = {2: ("In Hoard, a team whose players have both left is still counted: a draw with it for first place adds a coin.",)}

DEFAULTS = agreed(OPTIONS, VERSION)
