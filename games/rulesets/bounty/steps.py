"""What a step of a turn is made of: its kind, the seat it concerns, and what else is to be remembered until it is done.

This is how steps are stored: a change needs a new format (docs/adding-a-game.md).
"""

from games.kit.agenda import Steps

STEPS = Steps(
    "turn seat", "throw seat ship", "next seat", "sail seat ship throw", "arrive seat ship", "buy seat ship port", "home seat ship",
    "loan seat ship bankrupt", "commission seat ship", "chest seat ship", "at-home seat ship",
)  # fmt: skip
