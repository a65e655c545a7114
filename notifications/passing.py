"""Faults that pass by themselves: the letter that meets one waits, in or out, and it counts as no attempt.

The parts above register what they raise, as they may not be imported here.
"""

from datetime import timedelta

AGAIN = timedelta(minutes=10)
"""When a letter that met one goes to be sent again."""
NOT_NOW = "not-now"
"""The code of a delivery that met one."""

_known: list[type[Exception]] = []


def register(kind: type[Exception]) -> None:
    """Let faults of this kind hold letters up without counting against them."""
    if kind not in _known:
        _known.append(kind)


def passes(fault: Exception) -> bool:
    """Will this be over by itself, whatever is in the letter?"""
    return isinstance(fault, tuple(_known))
