"""The options of a table, with the defaults of the online edition; other editions have their own defaults."""

from games.engine import TableOption

YES_NO = ((True, "Yes"), (False, "No"))

OPTIONS = (
    TableOption("crew_deck", "Crew pack", "How many crew cards are there? With seven or eight players the small pack may run out.",
                "by-players", (("by-players", "52 cards, 72 with seven or eight players"), (52, "52 cards"), (72, "72 cards"))),
    TableOption("oversail", "Sailing too far", "May a captain secretly sail further than their crew allows? Others can dispute it.",
                "bluff", (("bluff", "Allowed as a bluff"), ("honour", "A matter of honour: captains who are found out pay; asking is free"), ("refuse", "Not possible"))),
    TableOption("wrong_dispute_forfeit", "Wrong disputes cost", "Does a captain who disputes an honest move lose their best crew card or treasure to Flat Island?",
                True, YES_NO),
    TableOption("disputes", "Disputes", "Do only standing orders dispute, as soon as a turn ends? Or does the game wait some hours?",
                "orders", (("orders", "By standing order only"), (12, "For 12 hours, by hand or order"), (24, "For 24 hours, by hand or order"), (48, "For 48 hours, by hand or order")), since=2),
    TableOption("blown_onto_occupied", "Blown onto another ship", "A chance card may blow a ship onto a square that is taken. Where does it go then?",
                "nearest-free", (("nearest-free", "On the nearest free square"), ("share", "Beside one other ship, else the nearest free square"), ("one-further", "One square further on, else the nearest free square"))),
    TableOption("third_ship_may_attack", "A third ship may attack", "May a ship enter a square with two ships to attack one of them?",
                True, YES_NO),
    TableOption("leagues_from", "Five leagues are counted", "Where does the first chance card start to count: from the island (four squares on) or from the ship (five on)?",
                "island", (("island", "From the island"), ("ship", "From the ship"))),
    TableOption("nearest_metric", "The nearest ship", "How do we find the nearest ship for a chance card?",
                "sea-path", (("sea-path", "By the shortest way over water"), ("direct", "In a straight line, islands or not"))),
    TableOption("kidd_once", "Kidd's treasure is dug once", "Does only the first chart to be landed find treasure? The other can then only be traded.",
                True, YES_NO),
    TableOption("exact_trade", "Trades must be even", "Must both sides of a trade be worth exactly the same? If not, a captain may pay more.",
                True, YES_NO),
    TableOption("attack_heading", "Lying alongside", "How does an attacker's ship point after the attack?",
                "parallel", (("parallel", "Parallel"), ("free", "Any heading"))),
    TableOption("winner_must_sail", "A winner sails on", "Must the winner of a fight sail straight ahead on the next turn?",
                True, YES_NO),
    TableOption("stop_without_fight", "Stopping without a fight", "May a ship stop on another ship's square and lie there in peace?",
                True, YES_NO),
    TableOption("free_move_may_dock", "Unloading after a free move", "May a ship whose free move ends in its own harbour unload at once?",
                False, YES_NO),
    TableOption("driven_off_attacker_draws", "A beaten attacker draws", "Does an attacker who is driven off the coast of Treasure Island still draw a chance card?",
                False, YES_NO),
    TableOption("bluff_cannot_win", "A bluff cannot win", "Is a captain who sails too far on the winning move always found out? Then the game goes on.",
                True, YES_NO),
    TableOption("round_limit", "Longest game", "After this many rounds the most treasure at home wins.",
                200, ((60, "60 rounds"), (100, "100 rounds"), (200, "200 rounds"), (500, "500 rounds"))),
)  # fmt: skip


VERSION = 2
"""The newest version of these rules; docs/changing-rules.md says when to raise it."""

CHANGES = {
    2: (
        "Where ships may sail too far, the turn of the next captain begins at once, and the move before it can be disputed until they act.",
        "A ship without crew that has won a fight may only drift straight ahead.",
        "When a player leaves during their turn, whatever they still owe in that turn lapses; when the winner of a fight leaves, the beaten ship "
        "makes no free move.",
        "A player whose time runs out may attack a square with two ships when it lies first on their way.",
    )
}
"""Version -> how the rules of earlier versions differ, as sentences for players of those versions."""
