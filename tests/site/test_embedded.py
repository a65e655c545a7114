"""The worker and schedule that share one process with the web server."""

import time
from contextlib import contextmanager
from datetime import date

import pytest

from accounts import services, tasks
from accounts.models import User
from buccaneer_site.celery import app
from buccaneer_site.embedded import EmbeddedWorker

pytestmark = pytest.mark.long


def soon(question, seconds: float = 120) -> bool:
    limit = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < limit:
        time.sleep(0.05)
    return answer


@contextmanager
def configured(**settings):
    """Celery with other settings for a while; its configuration object cannot be monkeypatched."""
    before = {name: app.conf[name] for name in settings}
    app.conf.update(settings)
    yield
    app.conf.update(before)


@pytest.fixture
def run_worker():
    """Starts a worker like the one of `make run`; it is stopped when the test ends, if not before."""
    started = []

    def run() -> EmbeddedWorker:
        worker = EmbeddedWorker(app)
        worker.start()
        started.append(worker)
        return worker

    with configured(task_always_eager=False):
        yield run
        for worker in started:
            worker.stop()


def guest_of_long_ago() -> None:
    guest = services.make_guest()
    User.objects.filter(pk=guest.pk).update(last_seen=date(2020, 1, 1))


@pytest.mark.django_db(transaction=True)
def test_tasks_run_beside_the_web_server_also_after_a_restart(run_worker):
    for _ in range(2):
        worker = run_worker()
        guest_of_long_ago()
        tasks.forget_guests.delay()
        assert soon(lambda: not User.objects.exists())
        worker.stop()


@pytest.mark.django_db(transaction=True)
def test_what_is_due_regularly_is_started_by_the_schedule(run_worker):
    often = {"task": "accounts.tasks.forget_guests", "schedule": 0.2}
    with configured(beat_schedule={"often": often}):
        run_worker()
        guest_of_long_ago()
        assert soon(lambda: not User.objects.exists())


def test_every_app_brings_its_own_schedule():
    app.finalize()
    assert "accounts.tasks.forget_guests" in {entry["task"] for entry in app.conf.beat_schedule.values()}


def test_every_task_on_the_schedule_exists():
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
