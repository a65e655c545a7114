"""Transient faults, registered by higher parts: a letter that meets one waits, and that does not count as an attempt."""

from datetime import timedelta

from core.registry import Registry

RETRY_AFTER = timedelta(minutes=30)
NOT_NOW = "not-now"
"""The code of a delivery that met a transient fault."""
FAULTS: Registry[str, type[Exception]] = Registry()


def passes(fault: Exception) -> bool:
    """Return whether this fault is transient, whatever the letter contains."""
    return isinstance(fault, tuple(FAULTS.values()))
