"""Start a Celery task by its written-out name, so that lower code needs no import of the module of tasks."""

from typing import Any

from celery import Task, current_app

from core.commits import after_commit


def task_named(name: str) -> Task:
    """The task registered as "app.tasks.function".

    The first look at the registry imports the tasks of every app, in whatever process. Raises KeyError for an unknown name.
    """
    return current_app.tasks[name]


def enqueue(name: str, *args: Any) -> None:
    """Queue the task of this name. Raises KeyError for an unknown name."""
    task_named(name).delay(*args)


def enqueue_after_commit(name: str, *args: Any) -> None:
    """Queue the task of this name once the transaction is through. Raises KeyError for an unknown name, at once."""
    after_commit(task_named(name).delay, *args)
