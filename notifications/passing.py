"""Faults that pass by themselves: a letter that meets one, in or out, waits, and it does not count as an attempt.

The parts above register their exceptions, as this module may not import them.
"""

from datetime import timedelta

from core.registry import Registry

AGAIN = timedelta(minutes=30)
"""How long a letter that met one waits until it is sent again."""
NOT_NOW = "not-now"
"""The code of a delivery that met one."""
FAULTS: Registry[str, type[Exception]] = Registry()


def passes(fault: Exception) -> bool:
    """Return whether this fault will pass by itself, whatever is in the letter."""
    return isinstance(fault, tuple(FAULTS.values()))
