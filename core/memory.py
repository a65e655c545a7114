"""Limit the arenas of GNU malloc, which would retain memory freed by pictures, and map large blocks separately."""

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameter numbers of mallopt(3)."""
ARENAS = 2
LARGE = 1024 * 1024
"""Minimum size in bytes of a block that is returned to the system as soon as it is freed."""


def share_arenas() -> None:
    """Set both limits with mallopt. Call this before threads start. Do nothing where mallopt is missing, for example on musl."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if mallopt:
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)
