"""How malloc of the GNU C library keeps memory: few arenas, and large blocks on their own.

By default each thread has an arena of its own, and freed blocks of pictures stay in it. Elsewhere nothing is changed.
"""

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of mallopt(3)."""
ARENAS = 2
LARGE = 1024 * 1024
"""Bytes from which a block is given back to the system as soon as it is free."""


def share_arenas() -> None:
    """Set both; call it before threads begin."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:  # musl has none
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)
