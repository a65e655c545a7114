"""When the schedule starts what: as Celery does, but also after the clock of this machine went back, or was right again.

Celery counts from when a task was last started. If that lies in the future, nothing is started until then, maybe for days.
"""

from datetime import timedelta
from typing import Any

from celery import beat

AHEAD = timedelta(seconds=60)
"""Smaller corrections of a clock need nothing: each task then comes this much later, once."""


class TrueTime(beat.Scheduler):
    """Starts anew whatever was last started in the future."""

    def tick(self, *args: Any, **options: Any) -> float:
        """Start what is due; return the seconds until the next look."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > entry.default_now() + AHEAD]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # it is in the order of those times
        return float(super().tick(*args, **options))


class Scheduler(TrueTime, beat.PersistentScheduler):
    """The same for a process of its own, which keeps its times in a file."""
