"""The entries of each step of a turn: its kind, its seat, and what it must store until it is done.

These names define how steps are stored: a change needs a new format (docs/changing-rules.md).
"""

from games.kit import agenda


class Step(agenda.Step):
    """The types of the entries of all kinds; a step has those of its kind."""

    __slots__ = ()

    ship: int
    throw: int
    port: int
    bankrupt: bool


STEPS = agenda.Steps[Step](
    "turn seat", "throw seat ship", "next seat", "sail seat ship throw", "arrive seat ship", "buy seat ship port", "home seat ship",
    "loan seat ship bankrupt", "commission seat ship", "chest seat ship", "at-home seat ship",
)  # fmt: skip

PHASES = agenda.Phases()
"""The phase that carries out each kind of step; the package `phases` registers them."""
phase = PHASES.register
