"""One id for everything that one request sets off: its log lines, and those of the tasks it starts, carry it as `request`."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)
"""An id as proxies make them. Anything else is not taken over, so that nobody can write into the log."""


def new_id(given: str = "") -> str:
    """Return the id that a proxy gave to a request, if it is one, or a new one."""
    return given if GIVEN.fullmatch(given) else uuid.uuid4().hex


def present_id() -> str:
    """Return the id of what this thread or coroutine works on, or ""."""
    return str(get_contextvars().get("request", ""))


def begin(request: str) -> None:
    """Put this id, and nothing older, on every line that is logged from now on in this thread or coroutine."""
    clear_contextvars()
    bind_contextvars(request=request)


def end() -> None:
    clear_contextvars()


@contextmanager
def working_on(request: str, **more: str) -> Iterator[None]:
    """Put this id, and whatever else is given, on every line that is logged meanwhile."""
    with bound_contextvars(request=request, **more):
        yield
