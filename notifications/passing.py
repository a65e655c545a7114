"""Register transient faults. A letter that meets a transient fault waits, and the try does not count as an attempt."""

from datetime import timedelta

from core.registry import Registry

RETRY_AFTER = timedelta(minutes=30)
NOT_NOW = "not-now"
"""The code of a delivery that met a transient fault."""
FAULTS: Registry[str, type[Exception]] = Registry()


def passes(fault: Exception) -> bool:
    """Return whether a fault is transient, and so not caused by the letter."""
    return isinstance(fault, tuple(FAULTS.values()))
