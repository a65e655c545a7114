"""One id per request: its log lines, and those of the tasks it starts, carry it as the context variable `request` of structlog."""

import re
import uuid

from structlog.contextvars import get_contextvars

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)
"""An id as proxies create them. Others are ignored, so that nobody can inject text into the log."""


def new_id(proxy_id: str = "") -> str:
    """Return the proxy's id of a request if it is valid, or a new one."""
    return proxy_id if GIVEN.fullmatch(proxy_id) else uuid.uuid4().hex


def present_id() -> str:
    """Return the id of the current work of this thread or coroutine, or ""."""
    return str(get_contextvars().get("request", ""))
