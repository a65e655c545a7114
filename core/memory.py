"""How malloc of the GNU C library keeps memory: few arenas, and large blocks on their own. Elsewhere nothing is changed.

By default each thread has an arena of its own, and freed blocks of pictures stay in it.
"""

import ctypes
import sys

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of mallopt(3)."""
ARENAS = 2
LARGE = 1024 * 1024
"""Bytes from which a block is given back to the system as soon as it is free."""


def share_arenas() -> None:
    """Set both; call it before threads begin. Where the C library has no such function, as with musl, nothing is changed."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform.startswith("linux") else None
    if mallopt:
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)
