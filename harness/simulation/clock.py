"""Virtual time and chance: the machine shows the time of the simulation, and everything random comes from one seed."""

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
"""Mondays, for even and odd seeds: on the Sunday after, Europe changes its clocks, and others within two weeks of it."""
READ_MONOTONIC = ("notifications.tasks", "notifications.claims")
"""Modules that measure how long they work: in virtual time nothing takes long."""


class Chance:
    """Streams of random numbers: each part has its own, so that one more draw here changes nothing there."""

    def __init__(self, seed: int):
        self.seed = seed

    def stream(self, *name: object) -> random.Random:
        """Return the stream of this name."""
        return random.Random(f"{self.seed} {name}")  # noqa: S311 - repeatable on purpose


class Clock:
    """The events to come, and the time. Whoever waits, waits here."""

    def __init__(self, turn: Callable[[float], object], begins: datetime):
        self.turn, self.now, self.began = turn, begins.timestamp(), begins.timestamp()
        self.skew: Callable[[float], float] = lambda now: 0.0
        """The error of the machine's clock."""
        self.at_hand: partial[object] | None = None
        """The event that happens now."""
        self.queue: list[tuple[float, int, str, Callable[..., object], tuple[Any, ...]]] = []
        self.numbers = count()

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)

    def at(self, when: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` for the given time, or for now if that is past. Events of one moment come in the order they were planned."""
        heappush(self.queue, (max(when, self.now), next(self.numbers), name, do, args))

    def after(self, seconds: float, name: str, do: Callable[..., object], *args: Any) -> None:
        """Plan `do(*args)` for so much later."""
        self.at(self.now + seconds, name, do, *args)

    def taken_early(self, until: float, *names: str) -> Callable[[], object] | None:
        """Remove from the plan the next call, by the given time, of a function with one of these names; return it, if any."""
        found = min((event for event in self.queue if event[0] <= until and event[3].__name__ in names), default=None)
        if found is None:
            return None
        self.queue.remove(found)
        heapify(self.queue)
        return partial(found[3], *found[4])

    def events(self, end: float) -> Iterator[tuple[str, Callable[..., object], tuple[Any, ...]]]:
        """Turn the clock from event to event until `end`, and yield each."""
        while self.queue and self.queue[0][0] <= end:
            self.now, _, name, do, args = heappop(self.queue)
            self.turn(self.now + self.skew(self.now))
            self.at_hand = partial(do, *args)
            yield name, do, args
        self.now = max(self.now, end)
        self.turn(self.now + self.skew(self.now))


@contextmanager
def virtual_time(seed: int) -> Iterator[Clock]:
    """Give a clock that stands unless events turn it, and turns with it all that the site reads of time."""
    begins = BEGINS[seed % 2]
    with time_machine.travel(begins, tick=False) as traveller, ExitStack() as patches:
        clock = Clock(traveller.move_to, begins)
        patches.enter_context(patch("games.deadlines.heartbeat.uptime", lambda: Uptime("town", clock.now)))
        for module in READ_MONOTONIC:
            patches.enter_context(patch(f"{module}.time", SimpleNamespace(monotonic=lambda: clock.now)))
        yield clock


@contextmanager
def seeded(chance: Chance) -> Iterator[None]:
    """Let every secret, token and lot of this process come from the seed: they are all drawn from `os.urandom`."""
    draw, before = chance.stream("secrets").randbytes, random.getstate()
    random.seed(chance.seed)
    with patch.object(os, "urandom", draw), patch.object(random, "_urandom", draw):
        yield
    random.setstate(before)
