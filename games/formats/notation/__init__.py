"""One text notation for the games of all rulesets, to write, to read, and to type into a page (docs/records.md). No Django."""

from .reading import BadRecord, Script, parse
from .replaying import Step, replayed
from .words import read_answer, seat_words, typed, write, write_answer
