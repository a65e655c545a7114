"""Virtual time and repeatable random numbers for the whole process."""

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
"""The Mondays on which even and odd seeds begin: Europe changes its clocks on the next Sunday, other regions within two weeks of it."""
READ_MONOTONIC = ("notifications.tasks", "notifications.claims")
"""Modules that read `time.monotonic`, which must show virtual time."""


class Chance:
    """Random numbers in streams: each part of a simulation has its own, so that an additional draw in one part changes no other."""

    def __init__(self, seed: int):
        self.seed = seed

    def stream(self, *name: object) -> random.Random:
        return random.Random(f"{self.seed} {name}")  # noqa: S311 - repeatable on purpose


class Clock:
    """The current time, and the events to come."""

    def __init__(self, turn: Callable[[float], object], begins: datetime):
        self.turn, self.now, self.began = turn, begins.timestamp(), begins.timestamp()
        self.skew: Callable[[float], float] = lambda now: 0.0
        """Returns the error of the machine's clock in seconds, at a given Unix time."""
        self.at_hand: partial[object] | None = None
        """The event that is happening now."""
        self.queue: list[tuple[float, int, str, Callable[..., object], tuple[Any, ...]]] = []
        self.numbers = count()

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)

    def at(self, when: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` for the given Unix time, or for now if the time has passed. Events at the same time keep their order."""
        heappush(self.queue, (max(when, self.now), next(self.numbers), name, do, args))

    def after(self, seconds: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` after this many seconds."""
        self.at(self.now + seconds, name, do, *args)

    def taken_early(self, until: float, *names: str) -> Callable[[], object] | None:
        """Remove and return the next call, due by `until`, of a function with one of these names; None if there is no such call."""
        event = min((event for event in self.queue if event[0] <= until and event[3].__name__ in names), default=None)
        if event is None:
            return None
        self.queue.remove(event)
        heapify(self.queue)
        return partial(event[3], *event[4])

    def events(self, end: float) -> Iterator[tuple[str, Callable[..., object], tuple[Any, ...]]]:
        """Set the clock to the time of each event until `end`, and yield the event; then set the clock to `end`."""
        while self.queue and self.queue[0][0] <= end:
            self.now, _, name, do, args = heappop(self.queue)
            self.turn(self.now + self.skew(self.now))
            self.at_hand = partial(do, *args)
            yield name, do, args
        self.now = max(self.now, end)
        self.turn(self.now + self.skew(self.now))


@contextmanager
def virtual_time(seed: int) -> Iterator[Clock]:
    """Yield a clock that only events move, and make the whole process see its time."""
    begins = BEGINS[seed % 2]
    with time_machine.travel(begins, tick=False) as traveller, ExitStack() as patches:
        clock = Clock(traveller.move_to, begins)
        patches.enter_context(patch("games.deadlines.heartbeat.uptime", lambda: Uptime("town", clock.now)))
        for module in READ_MONOTONIC:
            patches.enter_context(patch(f"{module}.time", SimpleNamespace(monotonic=lambda: clock.now)))
        yield clock


@contextmanager
def seeded(chance: Chance) -> Iterator[None]:
    """Draw every secret, token and random choice of this process from the seed, in place of `os.urandom`."""
    draw, before = chance.stream("secrets").randbytes, random.getstate()
    random.seed(chance.seed)
    with patch.object(os, "urandom", draw), patch.object(random, "_urandom", draw):
        yield
    random.setstate(before)
