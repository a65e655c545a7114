"""Celery's entry point: `celery -A buccaneer_site worker`, `celery -A buccaneer_site beat`.

An app that wants something done regularly puts a dict named SCHEDULE, in Celery's own form, into its `tasks.py`.
"""

import os
from importlib import import_module
from importlib.util import find_spec

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

app = Celery("buccaneer_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect
def read_schedules(sender, **_kwargs):
    """Collect the schedules of all apps, so that nothing has to be listed twice."""
    from django.apps import apps

    for config in apps.get_app_configs():
        if not find_spec(f"{config.name}.tasks"):
            continue
        sender.conf.beat_schedule.update(getattr(import_module(f"{config.name}.tasks"), "SCHEDULE", {}))
