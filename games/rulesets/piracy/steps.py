"""The entries of each step of a turn: its kind, its seat, and what it must store until it is done.

These names define how steps are stored: a change needs a new format (docs/changing-rules.md).
"""

from games.kit.agenda import Steps

STEPS = Steps(
    "event seat", "roll seat", "move seat", "sail seat ship cause left sailed", "loot seat ship victim", "end seat",
)  # fmt: skip
