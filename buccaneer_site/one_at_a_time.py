"""Let the threads of a web process build pages one after the other.

Python runs one thread at a time. Threads that build pages at once switch at each query: with 16 players that costs a third of
the pages per second (docs/performance.md). A page that waits for something else, such as a mail server or the lock of a table,
must not hold up the others for long.
"""

from collections.abc import Callable, Iterable
from threading import Semaphore
from typing import Any

PATIENCE = 0.25
"""Seconds that a page waits for another to finish."""


class OneAtATime:
    """A WSGI application that calls another in one thread at a time, or in more when one takes longer than `patience` seconds."""

    def __init__(self, app: Callable[[dict[str, Any], Any], Iterable[bytes]], patience: float = PATIENCE):
        self.app, self.patience, self.turn = app, patience, Semaphore()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        has_turn = self.turn.acquire(timeout=self.patience)
        try:
            return self.app(environ, start_response)
        finally:
            if has_turn:
                self.turn.release()
