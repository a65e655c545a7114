"""The options of a table, for questions that the rulebook leaves open. The defaults are our rulings."""

from games.engine import TableOption, agreed

OPTIONS = (
    TableOption("too_far", "Sailing too far", "Does the site stop moves that are too far, or do the other captains have to watch for them?",
                "refuse", (("refuse", "Not possible"), ("check", "Possible: a captain who checks sends the ship back"))),
    TableOption("turning_draws", "Turning on the coast draws", "Does a ship on its own side of Pirate Island draw a chance card when it only turns there?",
                False),
    TableOption("trade_on_leaving", "Trading before sailing", "May a ship in a foreign harbour trade again before it leaves?", False),
    TableOption("beaten_attacker_free", "A beaten attacker has a free turn", "Does the loser of a fight have a free turn, even if they began the fight?",
                True),
    TableOption("third_ship_may_attack", "A third ship may attack", "May a third ship enter a square where two ships lie after a fight?", False),
    TableOption("spare_the_passing", "Winners let the beaten pass", "Must a winner let the ship they have just beaten sail past?", True),
    TableOption("win_while_away", "Winning while away", "Does treasure that others leave at a port win the game for its owner at once, even when their ship is elsewhere?",
                False),
    TableOption("round_limit", "Longest game", "After this many rounds the most treasure at home wins.",
                60, ((40, "40 rounds"), (60, "60 rounds"), (100, "100 rounds"), (200, "200 rounds"))),
)  # fmt: skip

VERSION = 3
"""The newest version of these rules; docs/changing-rules.md says when to raise it."""

CHANGES = {
    2: ("When a player leaves during their turn, whatever they still owe in that turn lapses, such as sending crew back for Marsh Fever.",),
    3: ("Treasure that a ship wins or is given while it lies in its own harbour stays aboard.",),
}

DEFAULTS = agreed(OPTIONS, VERSION)
