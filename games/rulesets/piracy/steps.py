"""What a step of a turn is made of: its kind, the seat it concerns, and what else is to be remembered until it is done.

This is how steps are stored: a change needs a new format (docs/adding-a-game.md).
"""

from games.kit.agenda import Steps

STEPS = Steps(
    "event seat", "roll seat", "move seat", "sail seat ship cause left sailed", "loot seat ship victim", "end seat",
)  # fmt: skip
