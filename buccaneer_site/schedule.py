"""Start scheduled tasks even after the machine's clock was set back. Celery would wait until the clock passes a task's last start."""

from datetime import timedelta
from typing import Any

from celery import beat

AHEAD = timedelta(seconds=60)
"""Clock corrections up to this size are ignored, and only delay each task once by the correction."""


class TrueTime(beat.Scheduler):
    """A scheduler that restarts the interval of any task whose last start lies in the future."""

    def tick(self, *args: Any, **options: Any) -> float:
        """Start due tasks. Return the seconds until the next tick."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > entry.default_now() + AHEAD]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # rebuild the heap, which is ordered by last starts
        return float(super().tick(*args, **options))


class Scheduler(TrueTime, beat.PersistentScheduler):
    """The scheduler for a separate process, which stores its times in a file."""
