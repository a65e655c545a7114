"""Start scheduled tasks even after this machine's clock was set back. Celery would wait until a task's last start has passed."""

from datetime import timedelta
from typing import Any

from celery import beat

AHEAD = timedelta(seconds=60)
"""Smaller clock corrections need nothing: each task then runs this much later, once."""


class TrueTime(beat.Scheduler):
    """Restarts the interval of any task whose last start lies in the future."""

    def tick(self, *args: Any, **options: Any) -> float:
        """Start due tasks; return the seconds until the next look."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > entry.default_now() + AHEAD]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None  # it is ordered by those times
        return float(super().tick(*args, **options))


class Scheduler(TrueTime, beat.PersistentScheduler):
    """The scheduler for a process of its own, which stores its times in a file."""
