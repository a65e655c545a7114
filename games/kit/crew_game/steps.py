"""The entries that steps of all crew games share."""

from games.kit import agenda


class Step(agenda.Step):
    """The types of these entries; a step has those of its kind."""

    __slots__ = ()

    square: int
    start: int
    mover: int
    other: int
    foe: int
    card: int
    limit: int
    count: int  # type: ignore[assignment]  # the entry hides the method of tuples
    to: int
