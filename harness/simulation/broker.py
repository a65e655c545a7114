"""The queue of tasks, simulated: a worker takes each task a little later, or as the weather decides. Beat queues the regular ones."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import inf
from typing import Any
from unittest.mock import patch

from celery.schedules import crontab
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.db import OperationalError, connection
from django.utils import timezone
from kombu.utils.json import dumps

from buccaneer_site.celery import Task, app
from core.tasks import task_named

from .breakdowns import Breakdowns, Killed
from .clock import Clock
from .post_office import Office
from .weather import Weather

SOON, LATE = (0.05, 2.0), (20.0, 900.0)
LOOKS = {
    "games.tasks.sweep": """SELECT EXISTS (SELECT 1 FROM games_wait WHERE closed_at IS NULL AND next_at BETWEEN %(last)s AND %(now)s)
        OR EXISTS (SELECT 1 FROM games_game WHERE status = 'running' AND last_round IS NULL AND ends_at <= %(now)s)
        OR EXISTS (SELECT 1 FROM games_game WHERE status = 'open' AND ready_by <= %(now)s)
        OR EXISTS (SELECT 1 FROM games_vote WHERE result = '' AND expires_at <= %(now)s)
        OR EXISTS (SELECT 1 FROM games_player WHERE mode = 'open' AND open_until <= %(now)s)""",
    "notifications.tasks.sweep": """SELECT EXISTS (SELECT 1 FROM notifications_delivery
            WHERE state IN ('pending', 'retry', 'unknown', 'held') AND not_before BETWEEN %(last)s AND %(now)s)
        OR EXISTS (SELECT 1 FROM notifications_delivery WHERE state = 'sending' AND lease_until < %(now)s)""",
}
"""The sweeps that keep time, and what finds out cheaply whether anything has come due since the last; else they come every IDLE seconds."""
IDLE = {"games.tasks.sweep": 400.0, "notifications.tasks.sweep": 1800.0}
"""After ten minutes without a sweep the clock of the games would call it an outage, and two in a row may break down."""
HOURLY = 3600.0
"""The other regular tasks only look for what was forgotten; a run would do little else."""
SELDOM = {"leagues.tasks.sweep": 3 * HOURLY}
"""Looking after seasons, whose rounds last for days, would be a fifth of a run."""
VISIBILITY = 300.0
"""Seconds after which the broker hands out an unacknowledged task again."""


class Cache(LocMemCache):
    """The cache of a run. While Redis is down, reads find nothing and writes are dropped, as in buccaneer_site.cache."""

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
    """Keeps tasks until a worker takes them. `ran` counts them by name, `met` those that ran amid other work."""

    def __init__(self, clock: Clock, weather: Weather, breakdowns: Breakdowns, office: Office):
        self.clock, self.weather, self.breakdowns, self.office = clock, weather, breakdowns, office
        self.ran: dict[str, int] = {}
        self.done_at: dict[str, float] = {}
        """The time at which each task was last done without a breakdown."""
        self.met = 0
        self.heard: dict[str, int] = {}
        """The newest move that open pages were told of, by group."""
        breakdowns.meanwhile = self.hand_to_another

    @contextmanager
    def instead(self) -> Iterator[None]:
        """Let tasks that are queued come here, and what open pages are told."""

        def tell(group: str, number: int, *_kind: str, **_more: bool) -> None:
            self.heard[group] = max(number, self.heard.get(group, 0))

        def put(task: Task, args: Any = None, kwargs: Any = None, **_options: Any) -> None:
            if self.weather.is_down("redis", self.clock.now):
                return
            if self.breakdowns.at and not self.breakdowns.error and self.weather.chance.random() < 0.1:  # killed after the commit
                self.breakdowns.is_dead = self.breakdowns.struck = True
                raise Killed
            self.put(task.name, args or (), kwargs or {})

        with patch.object(Task, "apply_async", put), patch("games.announcements.live._tell", tell):
            yield

    def put(self, name: str, args: Any, kwargs: Any, expires: float | None = None) -> None:
        """Take a task, as JSON like the true one. Raises TypeError for what JSON cannot carry."""
        sent = dumps([list(args), kwargs])
        until = self.clock.now + expires if expires else None
        for _ in range(2 if self.weather.strikes("tasks", 25) else 1):
            is_late = until is None and self.weather.strikes("tasks", 15)  # of regular tasks the next one comes in the meantime
            wait = self.weather.chance.uniform(*(LATE if is_late else SOON))
            self.clock.after(wait, name, self.hand_out, name, sent, until)

    def hand_out(self, name: str, sent: str, until: float | None) -> None:
        """Give the task to a worker, if one runs. The worker may die before or after its work; then another gets the task later."""
        now = self.clock.now
        for needed in ("worker", "redis"):
            if self.weather.is_down(needed, now):
                self.clock.at(self.weather.up_again(needed, now) + 1, name, self.hand_out, name, sent, until)
                return
        if until is not None and now > until:
            return
        dies, before = until is None and self.weather.strikes("tasks", 40), self.weather.chance.random() < 0.5
        if not (dies and before):
            dies |= not self.does(name, sent)
        if dies:
            self.clock.after(VISIBILITY, name, self.hand_out, name, sent, None)

    def hand_to_another(self) -> None:
        """While a task or a page is amid its work, the same comes again, or another task that waits, or somebody else plays."""
        now, same = self.clock.now, self.clock.at_hand
        if same and same.func.__name__ in ("hand_out", "answer") and self.weather.chance.random() < 0.4:
            self.met += 1
            same()
        elif do := self.clock.taken_early(now + SOON[1], "hand_out") or self.clock.taken_early(now + 7200, "answer", "look_in"):
            self.met += 1
            do()

    def empty(self) -> None:
        """Lose everything cached or queued, as if Redis came back empty."""
        cache.clear()
        while self.clock.taken_early(inf, "hand_out"):
            pass

    def does(self, name: str, sent: str) -> bool:
        """Do a task. Return False if the worker was killed during it, so that nobody knows whether its letters were sent."""
        args, kwargs = json.loads(sent)
        self.ran[name] = self.ran.get(name, 0) + 1
        before = len(self.office.taken)
        with self.breakdowns.work() as work:
            try:
                task_named(name)(*args, **kwargs)
            except Killed:
                return False
            except OperationalError:  # the broker takes a failed task for done; the rows know what is left to do
                if not work.struck:
                    raise
            finally:
                if work.struck:
                    self.office.unsure.update(list(self.office.taken)[before:])
                else:
                    self.done_at[name] = self.clock.now
        return True


class Beat:
    """Queues the regular tasks. Skips sweeps that would find nothing, which would take up most of a run."""

    def __init__(self, broker: Broker, every: float):
        self.broker, self.every = broker, every

    def start(self) -> None:
        """Plan the first round of each regular task."""
        app.finalize()  # which collects the schedules
        for name, entry in sorted(app.conf.beat_schedule.items()):
            expires = (entry.get("options") or {}).get("expires")
            self.broker.clock.after(1, name, self.tick, entry["task"], self.pause(**entry), expires)

    def pause(self, task: str, schedule: Any, **_options: Any) -> float:
        """Return the seconds between two rounds. What has an hour of the day comes once a day here."""
        if isinstance(schedule, crontab):
            return 86400.0
        return max(float(schedule), self.every if task in LOOKS else SELDOM.get(task, HOURLY))

    def tick(self, task: str, pause: float, expires: float | None) -> None:
        """Queue the task, unless beat is dead; now and then there are two beats."""
        clock, weather = self.broker.clock, self.broker.weather
        if not weather.is_down("beat", clock.now) and self.has_work(task):
            for _ in range(2 if weather.strikes("beat", 50) else 1):
                self.broker.put(task, (), {}, max(expires or pause, 30.0))
        clock.after(pause, task, self.tick, task, pause, expires)

    def has_work(self, task: str) -> bool:
        """Return whether it is time for this task, or there is something for it to find."""
        last, now = self.broker.done_at.get(task, 0.0), self.broker.clock.now
        if task not in LOOKS or now + self.every - last > IDLE[task]:
            return True
        with connection.cursor() as cursor:
            cursor.execute(LOOKS[task], {"now": timezone.now(), "last": datetime.fromtimestamp(last, UTC)})
            return bool(cursor.fetchone()[0])
