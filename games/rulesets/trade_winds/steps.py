"""The entries of each step of a turn: its kind, its seat, and what it must store until it is done.

These names define how steps are stored: a change needs a new format (docs/changing-rules.md).
"""

from games.kit import agenda
from games.kit.crew_game import table


class Step(table.Step):
    """The types of the entries of all kinds; a step has those of its kind."""

    __slots__ = ()

    most: int
    there: tuple[int, ...]
    isle: int


STEPS = agenda.Steps[Step](
    "before seat", "after seat", "free seat", "turn seat", "check seat mover most", "foe seat there", "voyage seat start square",
    "voyage seat start square foe", "challenge seat mover start", "arrive seat", "fight seat other", "spoils seat other", "overload seat",
    "surrender seat other", "draw seat", "gain seat card", "treasure seat limit", "pieces seat card", "join seat count",
    "reduce seat limit", "exchange seat", "swap seat", "give seat to", "fever seat", "lose-treasure seat to", "lose-crew seat to count",
    "washed seat isle", "blood-money seat", "brawl seat", "breeze seat", "cutter seat", "gulf seat", "lee seat", "mutiny seat",
    "net seat", "shift seat", "squall seat", "wave seat",
    "turn-over seat",
)  # fmt: skip

PHASES = agenda.Phases()
"""The phase that carries out each kind of step; the package `phases` registers them."""
phase = PHASES.register
