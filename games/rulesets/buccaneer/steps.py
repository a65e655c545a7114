"""The entries of each step of a turn: its kind, its seat, and what it must store until it is done.

These names define how steps are stored: a change needs a new format (docs/changing-rules.md).
"""

from games.kit import agenda
from games.kit.crew_game import steps


class Step(steps.Step):
    """The types of the entries of all kinds; a step has those of its kind."""

    __slots__ = ()

    heading: int
    target: int | None
    free: bool
    exempt: tuple[int, ...]
    hours: int


STEPS = agenda.Steps[Step](
    "before seat", "after seat", "attack seat square", "heading seat square target", "set-sail seat square heading target",
    "voyage seat start square heading target free exempt", "intercept seat mover start free", "arrive seat square", "fight seat other",
    "spoils seat other", "keep seat", "surrender seat other count", "flee seat foe", "flee-heading seat square foe",
    "get-away seat square heading foe", "washed-in seat", "draw seat", "gain seat card", "treasure seat limit", "join seat count",
    "reduce seat limit", "exchange seat", "swap seat", "give seat to count", "lose-treasure seat to", "lose-crew seat to count",
    "berth seat square", "salvage seat", "dig seat", "dock seat", "blind seat", "blown seat", "desert seat", "fever seat",
    "lose-best seat", "lose-to-flat seat", "lose-to-ship seat", "point seat", "press seat", "to-cliff-creek seat", "to-home seat",
    "to-mud-bay seat", "to-port-ahead seat",
    "turn-over seat", "window seat hours",
)  # fmt: skip
