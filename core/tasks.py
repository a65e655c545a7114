"""Queue Celery tasks by name, so that lower layers need not import the tasks, and run functions after a commit."""

from collections.abc import Callable
from typing import Any

from celery import Task, current_app
from django.db import transaction


def task_named(name: str) -> "Task[Any, Any]":
    """Return the task with a name such as "app.tasks.function". The first call imports the tasks of every app. Raise KeyError."""
    return current_app.tasks[name]


def enqueue(name: str, *args: Any) -> None:
    """Queue the task with the given name. Raise KeyError for an unknown name."""
    task_named(name).delay(*args)


def enqueue_after_commit(name: str, *args: Any) -> None:
    """Queue the task with the given name after the commit. Raise KeyError at once for an unknown name."""
    after_commit(task_named(name).delay, *args)


def after_commit(do: Callable[..., object], *args: Any) -> None:
    """Call `do` right after the commit. A failure is logged and harmless, because required work is already stored in rows."""
    transaction.on_commit(lambda: do(*args), robust=True)  # not a `partial`: Django would raise when logging its failure
