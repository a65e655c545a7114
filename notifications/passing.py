"""Faults that pass by themselves: a letter that meets one, in or out, waits, and it does not count as an attempt.

The parts above register their exceptions, as this module may not import them.
"""

from datetime import timedelta

AGAIN = timedelta(minutes=30)
"""How long a letter that met one waits until it is sent again."""
NOT_NOW = "not-now"
"""The code of a delivery that met one."""

_known: list[type[Exception]] = []


def register(kind: type[Exception]) -> None:
    """Let exceptions of this type delay letters without counting against them."""
    if kind not in _known:
        _known.append(kind)


def passes(fault: Exception) -> bool:
    """Return whether this fault will pass by itself, whatever is in the letter."""
    return isinstance(fault, tuple(_known))
