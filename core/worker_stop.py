"""Stop Celery workers that are threads of this process. The switch is private to Celery, so only this module uses it."""

from celery.worker import state


def ask_workers_to_stop() -> None:
    """Let workers finish what they hold and then leave their loop."""
    state.should_stop = 0  # type: ignore[assignment]


def let_workers_start() -> None:
    """Withdraw the request to stop: the next worker of this process would stop at once."""
    state.should_stop = None
