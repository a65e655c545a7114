"""A simulated task queue: a worker takes each task a little later, or as the weather decides. Beat queues the periodic tasks."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any
from unittest.mock import patch

from celery.schedules import crontab
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.db import OperationalError
from kombu.utils.json import dumps

from buccaneer_site.celery import Task, app
from core.tasks import task_named

from .breakdowns import Breakdowns, Killed
from .clock import Clock
from .post_office import Office
from .weather import Weather

SOON, LATE = (0.05, 2.0), (20.0, 900.0)
SWEEPS = ("games.tasks.sweep", "notifications.tasks.sweep")
"""The periodic tasks whose pause the option `--beat` sets."""
HOURLY = 3600.0
"""Seconds between two runs of other periodic tasks, which only find forgotten work; otherwise they would take most of a simulation."""
SELDOM = {"leagues.tasks.sweep": 3 * HOURLY}
"""Longer pauses of some tasks. Sweeps of seasons, whose rounds last for days, would otherwise take a fifth of a simulation."""
VISIBILITY = 300.0
"""Seconds after which the broker delivers an unacknowledged task again."""


class Cache(LocMemCache):
    """The cache of a simulation. While Redis is down, reads find nothing and writes are dropped, as in buccaneer_site.cache."""

    is_down: Callable[[], bool] = staticmethod(lambda: False)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return default if Cache.is_down() else super().get(key, default, version)

    def add(self, key: str, *given: Any, **named: Any) -> bool:
        return True if Cache.is_down() else super().add(key, *given, **named)

    def set(self, key: str, *given: Any, **named: Any) -> None:
        if not Cache.is_down():
            super().set(key, *given, **named)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return delta if Cache.is_down() else super().incr(key, delta, version)


class Broker:
    """The queue of tasks. `ran` counts all tasks by name; `met` counts the tasks that ran in the middle of other work."""

    def __init__(self, clock: Clock, weather: Weather, breakdowns: Breakdowns, office: Office):
        self.clock, self.weather, self.breakdowns, self.office = clock, weather, breakdowns, office
        self.ran: dict[str, int] = {}
        self.met = 0
        self.heard: dict[str, int] = {}
        """Channel group -> the number of the newest move announced to open pages."""
        breakdowns.meanwhile = self.hand_to_another

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Redirect queued tasks and messages for open pages to this broker."""

        def tell(group: str, number: int, *_kind: str, **_more: bool) -> None:
            self.heard[group] = max(number, self.heard.get(group, 0))

        def put(task: Task, args: Any = None, kwargs: Any = None, **_options: Any) -> None:
            if self.weather.is_down("redis", self.clock.now):
                return
            if self.breakdowns.strike_at and not self.breakdowns.error and self.weather.chance.random() < 0.1:  # killed after the commit
                self.breakdowns.is_dead = self.breakdowns.struck = True
                raise Killed
            self.put(task.name, args or (), kwargs or {})

        with patch.object(Task, "apply_async", put), patch("games.announcements.live._tell", tell):
            yield

    def put(self, name: str, args: Any, kwargs: Any, expires: float | None = None) -> None:
        """Queue a task as JSON, like the real broker. Raise TypeError for arguments that JSON cannot represent."""
        message = dumps([list(args), kwargs])
        until = self.clock.now + expires if expires else None
        for _ in range(2 if self.weather.strikes("tasks", 25) else 1):
            is_late = until is None and self.weather.strikes("tasks", 15)  # a periodic task's next run would overtake a late one
            wait = self.weather.chance.uniform(*(LATE if is_late else SOON))
            self.clock.after(wait, name, self.hand_out, name, message, until)

    def hand_out(self, name: str, message: str, until: float | None) -> None:
        """Run the task on a worker, or later if none is up. If the worker dies before or after its work, deliver the task again later."""
        now = self.clock.now
        for needed in ("worker", "redis"):
            if self.weather.is_down(needed, now):
                self.clock.at(self.weather.up_again(needed, now) + 1, name, self.hand_out, name, message, until)
                return
        if until is not None and now > until:
            return
        dies, before = until is None and self.weather.strikes("tasks", 40), self.weather.chance.random() < 0.5
        if not (dies and before):
            dies |= not self.does(name, message)
        if dies:
            self.clock.after(VISIBILITY, name, self.hand_out, name, message, None)

    def hand_to_another(self) -> None:
        """In the middle of a task or page, run the same task again, another queued task, or another person's move."""
        now, same = self.clock.now, self.clock.at_hand
        if same and same.func.__name__ in ("hand_out", "answer") and self.weather.chance.random() < 0.4:
            self.met += 1
            same()
        elif do := self.clock.taken_early(now + SOON[1], "hand_out") or self.clock.taken_early(now + 7200, "answer", "look_in"):
            self.met += 1
            do()

    def empty(self) -> None:
        """Remove everything cached or queued."""
        cache.clear()
        while self.clock.taken_early(inf, "hand_out"):
            pass

    def does(self, name: str, message: str) -> bool:
        """Run a task. Return False if the worker was killed meanwhile, so that the site cannot know whether its letters were sent."""
        args, kwargs = json.loads(message)
        self.ran[name] = self.ran.get(name, 0) + 1
        before = len(self.office.taken)
        with self.breakdowns.work() as work:
            try:
                task_named(name)(*args, **kwargs)
            except Killed:
                return False
            except OperationalError:  # the broker drops a failed task; a sweep finds its unfinished work
                if not work.struck:
                    raise
            finally:
                if work.struck:
                    self.office.unsure.update(list(self.office.taken)[before:])
        return True


class Beat:
    """The scheduler that queues the periodic tasks."""

    def __init__(self, broker: Broker, every: float):
        self.broker, self.every = broker, every

    def start(self) -> None:
        """Plan the first run of each periodic task."""
        app.finalize()  # collects the schedules
        for name, entry in sorted(app.conf.beat_schedule.items()):
            expires = (entry.get("options") or {}).get("expires")
            self.broker.clock.after(1, name, self.tick, entry["task"], self.pause(**entry), expires)

    def pause(self, task: str, schedule: Any, **_options: Any) -> float:
        """Return the seconds between two runs; a day for a task scheduled at an hour of the day."""
        if isinstance(schedule, crontab):
            return 86400.0
        return max(float(schedule), self.every if task in SWEEPS else SELDOM.get(task, HOURLY))

    def tick(self, task: str, pause: float, expires: float | None) -> None:
        """Queue the task unless beat is down (sometimes twice, as two beats would), and plan the next run."""
        clock, weather = self.broker.clock, self.broker.weather
        if not weather.is_down("beat", clock.now):
            for _ in range(2 if weather.strikes("beat", 50) else 1):
                self.broker.put(task, (), {}, max(expires or pause, 30.0))
        clock.after(pause, task, self.tick, task, pause, expires)
