"""The error of a faulty record."""

from games.engine import RulesError


class BadRecord(RulesError):
    """The record is refused. `line` counts from 1; the reason is a sentence."""

    def __init__(self, line: int, reason: str):
        super().__init__("bad-record", f"Line {line}: {reason}")
        self.line, self.reason = line, reason
