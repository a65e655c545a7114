"""Celery's entry point. An app with scheduled tasks defines a dict SCHEDULE, in Celery's format, in its `tasks.py`."""

import os
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from celery import Celery
from celery import Task as CeleryTask
from celery.signals import celeryd_after_setup, setup_logging
from django.apps import apps
from django.conf import settings
from kombu.exceptions import OperationalError
from structlog.contextvars import bound_contextvars

from buccaneer_site.logs import present_id
from core import broker
from core.infrastructure import REDIS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")


class Task(CeleryTask):  # type: ignore[type-arg]  # takes no type arguments at run time
    """A task whose log lines carry the id of the request that started it. A task may be lost, because rows record its work."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Run the task, count the run and measure its duration in seconds."""
        from core.metrics import TASK_SECONDS, TASKS  # imported late: metrics read the settings, and their package imports this module

        start, result = time.perf_counter(), "failed"
        own_id = str(self.request.id or "")
        with bound_contextvars(request=self.request.get("started_by") or present_id() or own_id, task=str(self.name)):
            try:
                outcome = super().__call__(*args, **options)
                result = "done"
            finally:
                TASKS.labels(self.name, result).inc()
                TASK_SECONDS.labels(self.name).observe(time.perf_counter() - start)
        return outcome

    def apply_async(self, *args: Any, **options: Any) -> Any:
        """Queue the task. While the broker is down, return None at once without queueing, because the sweeps find the work."""
        if self.app.conf.task_always_eager:
            return super().apply_async(*args, **options)
        if not REDIS.lets_through():
            return None
        if request := present_id():
            options["headers"] = (options.get("headers") or {}) | {"started_by": request}
        try:
            queued = super().apply_async(*args, **options)
        except OperationalError as error:
            REDIS.failed(error)
            return None
        REDIS.answered()
        return queued


broker.use()
app = Celery("buccaneer_site", task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**_kwargs: Any) -> None:
    """Keep the site's logging: if this signal has a receiver, Celery configures no logging of its own."""


@app.on_after_finalize.connect
def read_schedules(sender: Celery, **_kwargs: Any) -> None:
    for config in apps.get_app_configs():
        if not find_spec(f"{config.name}.tasks"):
            continue
        sender.conf.beat_schedule.update(getattr(import_module(f"{config.name}.tasks"), "SCHEDULE", {}))


@celeryd_after_setup.connect
def take_the_rest_too(instance: Any, **_kwargs: Any) -> None:
    """Make a worker started with `-Q celery` (no sweeps) consume every queue except incoming mail."""
    queues = instance.app.amqp.queues
    if settings.CELERY_TASK_DEFAULT_QUEUE in queues.consume_from and settings.SWEEPS_QUEUE not in queues.consume_from:
        for name in (settings.SWEEPS_QUEUE, *settings.WORK_QUEUES):
            queues.select_add(queues[name])
