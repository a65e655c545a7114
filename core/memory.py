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
    """Set both; call it before threads begin."""
    if mallopt := of_libc("mallopt"):
        mallopt(M_ARENA_MAX, ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Give what is free back to the system, as after work that a process seldom does. Takes milliseconds."""
    if malloc_trim := of_libc("malloc_trim"):
        malloc_trim(0)


def of_libc(name: str) -> "ctypes._NamedFuncPointer | None":
    """Return this function of the C library; None where there is none, as with musl or on another system."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform.startswith("linux") else None
