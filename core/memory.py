"""Limit the arenas of GNU malloc, in which freed blocks of pictures would stay, and map large blocks separately."""

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of mallopt(3)."""
ARENAS = 2
LARGE = 1024 * 1024
"""Bytes from which a block is returned to the system as soon as it is freed."""


def share_arenas() -> None:
    """Set both; call this before threads start. Without mallopt, as with musl, nothing changes."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if mallopt:
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)
