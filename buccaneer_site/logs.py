"""Write log lines as JSON objects with the id of the request, but without secrets and text that a person typed."""

import logging
import re
import uuid
from typing import Any

import structlog
from structlog.contextvars import get_contextvars
from structlog.typing import EventDict, Processor

TOKEN = re.compile(r"(?<!/)/[^/\s\"'?]{20,}")
"""A long part of a path. A host name, after two slashes, does not match."""
HEADER = "X-Request-ID"
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)
"""A request id as proxies create it. Other ids are ignored, so that nobody can inject text into the log."""


def hide_tokens(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Hide long parts of paths, because links in letters contain keys."""
    event["event"] = TOKEN.sub("/…", str(event.get("event", "")))
    return event


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,  # includes the id of the request
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(allow=("game", "ruleset", "part")),
]


class LineFormatter(structlog.stdlib.ProcessorFormatter):
    """A formatter that writes every record as one line, including tracebacks, whichever library logged the record."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        super().__init__(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                hide_tokens,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=True),
            ],
            foreign_pre_chain=SHARED,
        )

    def format(self, record: logging.LogRecord) -> str:
        if getattr(record, "status_code", 500) < 500:
            record = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})  # a refused request needs no traceback
        return super().format(record).replace("\n", " ")


def new_id(proxy_id: str = "") -> str:
    """Return the proxy's id of a request if it is valid, otherwise a new id."""
    return proxy_id if GIVEN.fullmatch(proxy_id) else uuid.uuid4().hex


def present_id() -> str:
    """Return the request id of the current thread or coroutine, or ""."""
    return str(get_contextvars().get("request", ""))
