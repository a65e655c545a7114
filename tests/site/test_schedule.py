"""The schedule of beat, when the clock of the machine was wrong."""

from datetime import timedelta

import pytest
from celery import Celery, current_app

from buccaneer_site.celery import app
from buccaneer_site.schedule import Scheduler


@pytest.fixture
def scheduler(tmp_path):
    """A schedule of two tasks, which notes what it starts."""
    own = Celery("of its own", set_as_current=False)
    own.conf.broker_url = "memory://"
    own.conf.beat_schedule = {name: {"task": name, "schedule": 15.0} for name in ("first", "second")}
    scheduler = Scheduler(own, schedule_filename=str(tmp_path / "beat"))
    started: list[str] = []
    scheduler.apply_entry = lambda entry, producer=None: started.append(entry.task)
    scheduler.started = started
    yield scheduler
    scheduler.close()


def ticks(scheduler) -> None:
    for _ in range(6):
        scheduler.tick()


def test_a_schedule_of_its_own_leaves_tasks_to_the_site(scheduler):
    """Else the tests that come after it start tasks that nobody does."""
    assert current_app._get_current_object() is app


def test_after_a_clock_that_was_days_ahead_the_schedule_goes_on_at_once(scheduler):
    ticks(scheduler)
    for entry in scheduler.schedule.values():
        entry.last_run_at += timedelta(days=3)
    scheduler._heap = None  # as after a restart
    ticks(scheduler)
    assert {entry.last_run_at <= entry.default_now() for entry in scheduler.schedule.values()} == {True}
    for entry in scheduler.schedule.values():
        entry.last_run_at -= timedelta(seconds=16)
    scheduler._heap = None
    ticks(scheduler)
    assert sorted(scheduler.started) == ["first", "second"]


def test_beat_of_a_town_uses_this_schedule():
    assert app.conf.beat_scheduler == "buccaneer_site.schedule:Scheduler"
