"""Virtual time and repeatable chance for the whole process."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import time_machine

from core.uptime import Uptime

BEGINS = (datetime(2026, 3, 23, 6, tzinfo=UTC), datetime(2026, 10, 19, 6, tzinfo=UTC))
"""Mondays, for even and odd seeds: Europe changes its clocks on the next Sunday, others within two weeks of it."""
READ_MONOTONIC = ("notifications.tasks", "notifications.claims")
"""Modules that measure their own work, which takes no virtual time."""


class Chance:
    """Streams of random numbers: each part has its own, so that one more draw in one changes no other."""

    def __init__(self, seed: int):
        self.seed = seed

    def stream(self, *name: object) -> random.Random:
        """Return the stream of this name."""
        return random.Random(f"{self.seed} {name}")  # noqa: S311 - repeatable on purpose


class Clock:
    """The current time, and the events to come."""

    def __init__(self, turn: Callable[[float], object], begins: datetime):
        self.turn, self.now, self.began = turn, begins.timestamp(), begins.timestamp()
        self.skew: Callable[[float], float] = lambda now: 0.0
        """The error of the machine's clock in seconds, at a time."""
        self.at_hand: partial[object] | None = None
        """The event that happens now."""
        self.queue: list[tuple[float, int, str, Callable[..., object], tuple[Any, ...]]] = []
        self.numbers = count()

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)

    def at(self, when: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` for the given time, or for now if that is past. Events of one moment keep their order."""
        heappush(self.queue, (max(when, self.now), next(self.numbers), name, do, args))

    def after(self, seconds: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` after this many seconds."""
        self.at(self.now + seconds, name, do, *args)

    def taken_early(self, until: float, *names: str) -> Callable[[], object] | None:
        """Remove and return the next planned call, by the given time, of a function with one of these names; None if there is none."""
        event = min((event for event in self.queue if event[0] <= until and event[3].__name__ in names), default=None)
        if event is None:
            return None
        self.queue.remove(event)
        heapify(self.queue)
        return partial(event[3], *event[4])

    def events(self, end: float) -> Iterator[tuple[str, Callable[..., object], tuple[Any, ...]]]:
        """Yield each event until `end`, with the clock set to its time."""
        while self.queue and self.queue[0][0] <= end:
            self.now, _, name, do, args = heappop(self.queue)
            self.turn(self.now + self.skew(self.now))
            self.at_hand = partial(do, *args)
            yield name, do, args
        self.now = max(self.now, end)
        self.turn(self.now + self.skew(self.now))


@contextmanager
def virtual_time(seed: int) -> Iterator[Clock]:
    """Yield a clock that only events move, and show its time to the whole process."""
    begins = BEGINS[seed % 2]
    with time_machine.travel(begins, tick=False) as traveller, ExitStack() as patches:
        clock = Clock(traveller.move_to, begins)
        patches.enter_context(patch("games.deadlines.heartbeat.uptime", lambda: Uptime("town", clock.now)))
        for module in READ_MONOTONIC:
            patches.enter_context(patch(f"{module}.time", SimpleNamespace(monotonic=lambda: clock.now)))
        yield clock


@contextmanager
def seeded(chance: Chance) -> Iterator[None]:
    """Draw every secret, token and random choice of this process from the seed: they all come from `os.urandom`."""
    draw, before = chance.stream("secrets").randbytes, random.getstate()
    random.seed(chance.seed)
    with patch.object(os, "urandom", draw), patch.object(random, "_urandom", draw):
        yield
    random.setstate(before)
