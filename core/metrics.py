"""Count events per process for Prometheus. Counting uses memory only, never the database.

With the setting METRICS_FOLDER, the processes of one machine (web processes and workers) count into files in that folder, so any
web process can report for all of them. Each process takes the lowest free *slot* of the folder and continues the files of the
slot's previous holder, so a restart resets no counter, and the folder does not grow with each start.
"""

import fcntl
import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import IO

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.multiprocess import MultiProcessCollector

SLOT, OPEN_NOW = "slot-{}", "gauge_livesum_{}.db"
"""File names of a slot's lock, and of the slot's gauges, which are deleted once their process has ended."""
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Slots:
    """The slots of one folder. A process holds a slot by a file lock, which the system releases when the process ends."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.held: dict[int, tuple[int, IO[str]]] = {}
        """{process id: (slot, locked file)}. A forked process takes a slot of its own."""

    def own(self) -> int:
        """Return the slot of this process, which the first call takes. Raise OSError if the folder cannot be written."""
        if os.getpid() not in self.held:
            self.folder.mkdir(parents=True, exist_ok=True)
            number, file = next((number, file) for number in count() if (file := self.take(number)))
            self.forget_open(number)
            self.held = {os.getpid(): (number, file)}
        return self.held[os.getpid()][0]

    def take(self, number: int) -> IO[str] | None:
        """Lock a slot and return its open file, or return None if a living process holds the slot."""
        file = (self.folder / SLOT.format(number)).open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        return file

    def forget_open(self, number: int) -> None:
        (self.folder / OPEN_NOW.format(number)).unlink(missing_ok=True)

    def forget_dead(self) -> None:
        """Reset the gauges of processes that have ended, but not their counters."""
        for lock in self.folder.glob(SLOT.format("*")):
            number = int(lock.name.rpartition("-")[2])
            if file := self.take(number):
                self.forget_open(number)
                file.close()


SLOTS = Slots(Path(settings.METRICS_FOLDER)) if settings.METRICS_FOLDER else None
if SLOTS is not None:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_FOLDER
    values.ValueClass = values.MultiProcessValue(SLOTS.own)  # type: ignore[no-untyped-call]  # the library leaves it untyped

REGISTRY = CollectorRegistry()
REQUESTS = Counter("buccaneer_requests", "Requests answered.", ("view", "method", "status"), registry=REGISTRY)
REQUEST_SECONDS = Histogram("buccaneer_request_seconds", "Time to an answer.", ("view",), buckets=SECONDS, registry=REGISTRY)
MOVES = Counter("buccaneer_moves", "Moves stored.", ("edition", "by"), registry=REGISTRY)
TASKS = Counter("buccaneer_tasks", "Background tasks done.", ("task", "result"), registry=REGISTRY)
TASK_SECONDS = Histogram(
    "buccaneer_task_seconds", "Time a background task took.", ("task",), buckets=(*SECONDS, 30, 120), registry=REGISTRY
)
SOCKETS = Gauge("buccaneer_sockets", "Open sockets of pages.", registry=REGISTRY, multiprocess_mode="livesum")


def counted() -> CollectorRegistry:
    """Return a registry with all counts of this machine's processes or, without METRICS_FOLDER, of this process."""
    if SLOTS is None:
        return REGISTRY
    SLOTS.own()
    SLOTS.forget_dead()
    registry = CollectorRegistry()
    MultiProcessCollector(registry, settings.METRICS_FOLDER)  # type: ignore[no-untyped-call]  # the library leaves it untyped
    return registry


def count_moves(edition: str, by: Iterable[str]) -> None:
    """Count stored moves of an edition. `by` says who played each move (see `games.models.game.BY`)."""
    for player in by:
        MOVES.labels(edition, player).inc()
