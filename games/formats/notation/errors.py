"""What can be wrong with a record."""

from games.engine import RulesError


class BadRecord(RulesError):
    """A record that is refused. `line` counts from 1; the reason is a sentence."""

    def __init__(self, line: int, reason: str):
        super().__init__("bad-record", f"Line {line}: {reason}")
        self.line, self.reason = line, reason
