"""The entries of each step of a turn: its kind, its seat, and what it must store until it is done.

These names define how steps are stored: a change needs a new format (docs/changing-rules.md).
"""

from games.kit import agenda


class Step(agenda.Step):
    """The types of the entries of all kinds; a step has those of its kind."""

    __slots__ = ()

    ship: int
    cause: str
    left: int
    sailed: int
    victim: int


STEPS = agenda.Steps[Step](
    "event seat", "roll seat", "move seat", "sail seat ship cause left sailed", "loot seat ship victim", "end seat",
)  # fmt: skip

PHASES = agenda.Phases()
"""The phase that carries out each kind of step; the package `phases` registers them."""
phase = PHASES.register
