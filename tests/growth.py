"""How the work of a function grows with what it is given, by the time of the processor that this thread used."""

from collections.abc import Callable
from time import thread_time

TIMES, LONGER, TOO_MUCH = 5, 4, 12
"""A text four times as long takes four times as long to read, sixteen times where every sign is compared with every other."""
NOTHING = 0.03
"""Seconds that nobody notices, whatever they grow from: `most` is the longest text that may come in."""


def cost(work: Callable, given) -> float:
    """The least seconds of the processor that it took."""
    found = []
    for _ in range(TIMES):
        start = thread_time()
        work(given)
        found.append(thread_time() - start)
        if found[-1] < NOTHING or sum(found) > 2:
            break
    return min(found)


def repeated(piece, most: int):
    return (piece * (most // len(piece) + 1))[:most]


def grows_evenly(work: Callable, make: Callable, most: int) -> bool:
    """Is a text of `most` signs read about as fast, sign by sign, as a quarter of it? `make(size)` makes one."""
    long = cost(work, make(most))
    return long < NOTHING or long < TOO_MUCH * cost(work, make(most // LONGER))
