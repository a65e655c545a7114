"""How the work of a function grows with what it is given, by the time of the processor that this thread used."""

from collections.abc import Callable
from time import thread_time

TIMES, LONGER, TOO_MUCH = 5, 4, 12
"""A text four times as long takes four times as long to read, sixteen times where every sign is compared with every other.
Measured again, up to so many times, until that shows: other programs can only make it seem longer."""
ENOUGH = 2
"""Seconds after which it is not measured again."""
NOTHING = 0.03
"""Seconds that nobody notices, whatever they grow from: `most` is the longest text that may come in."""


def cost(work: Callable, given) -> float:
    """The seconds of the processor that it took."""
    start = thread_time()
    work(given)
    return thread_time() - start


def repeated(piece, most: int):
    return (piece * (most // len(piece) + 1))[:most]


def grows_evenly(work: Callable, make: Callable, most: int) -> bool:
    """Is a text of `most` signs read about as fast, sign by sign, as a quarter of it? `make(size)` makes one."""
    long, short = make(most), make(most // LONGER)
    of_long, of_short = [], []
    for _ in range(TIMES):
        of_long.append(cost(work, long))
        if min(of_long) < NOTHING:
            return True
        of_short += [cost(work, short), cost(work, short)]
        if min(of_long) < TOO_MUCH * min(of_short):
            return True
        if sum(of_long) > ENOUGH:
            break
    return False
