"""Write log lines as JSON objects, without secrets or text that a person typed."""

import logging
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

TOKEN = re.compile(r"(?<!/)/[^/\s\"'?]{20,}")
"""A long part of a path; a host name, after two slashes, is not one."""


def hide_tokens(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Hide long parts of paths: links from letters are keys."""
    event["event"] = TOKEN.sub("/…", str(event.get("event", "")))
    return event


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,  # the ids of `core.request_ids`
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(allow=("game", "ruleset", "part")),
]


class LineFormatter(structlog.stdlib.ProcessorFormatter):
    """Formats every record as one line, including tracebacks, whatever library logged it."""

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
            record = logging.makeLogRecord(record.__dict__ | {"exc_info": None, "exc_text": None})  # a refusal is not our fault
        return super().format(record).replace("\n", " ")
