"""One text notation for games of every ruleset: write it, read it, type it into a page. Pure; docs/records.md describes it."""

from .errors import BadRecord
from .reading import Script, parse
from .replaying import Step, replayed
from .typed import typed
from .words import read_answer, write_answer
from .writing import seat_words, write

__all__ = ["BadRecord", "Script", "Step", "read_answer", "parse", "replayed", "write_answer", "seat_words", "typed", "write"]
