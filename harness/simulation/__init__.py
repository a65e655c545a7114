"""A simulated town: people, post and weather around the real site, in one process and in virtual time (docs/simulation.md).

`soak` is the same without people: random games, by the rules alone and on the site. It all imports the site, and copies no logic of it:
what must hold is worked out from what people and the relay saw, or not at all.
"""

import logging
from typing import Any


class Broken(AssertionError):
    """A condition that must hold does not; the text says which."""


def must(condition: Any, why: Any) -> None:
    """Check a condition. Raises Broken with the reason if it does not hold."""
    if not condition:
        raise Broken(why)


class Errors(logging.Handler):
    """Collect errors from the log: faults that the site catches and turns into a plain line. `is_expected` leaves some out."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def __enter__(self) -> "Errors":
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: Any) -> None:
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        line = logging.Formatter().format(record)
        if not self.is_expected(record, line):
            self.lines.append(line)

    def is_expected(self, record: logging.LogRecord, line: str) -> bool:
        return False

    def check(self) -> None:
        """Check that nothing was logged since the last check. Raises Broken."""
        lines, self.lines = self.lines, []
        must(not lines, "\n".join(lines))
