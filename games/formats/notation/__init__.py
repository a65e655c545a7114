"""One text notation for games of every ruleset: write it, read it, type it into a page. Pure; docs/records.md describes it."""

from .reading import BadRecord, Script, parse
from .replaying import Step, replayed
from .words import read_answer, seat_words, typed, write, write_answer
