"""Start a Celery task by its full name, so that lower layers need not import the tasks module."""

from typing import Any

from celery import Task, current_app

from core.commits import after_commit


def task_named(name: str) -> "Task[Any, Any]":
    """Return the task registered as "app.tasks.function".

    The first access to the registry imports the tasks of every app, in any process. Raise KeyError for an unknown name.
    """
    return current_app.tasks[name]


def enqueue(name: str, *args: Any) -> None:
    """Queue the task with this name. Raise KeyError for an unknown name."""
    task_named(name).delay(*args)


def enqueue_after_commit(name: str, *args: Any) -> None:
    """Queue the task with this name after the commit. Raise KeyError for an unknown name, at once."""
    after_commit(task_named(name).delay, *args)
