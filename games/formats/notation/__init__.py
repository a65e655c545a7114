"""One text form of a game for every ruleset: written, read, and typed into a page. Pure; docs/records.md describes it."""

from .errors import BadRecord
from .reading import Script, parse
from .replaying import Step, replayed
from .typed import typed
from .words import hear, say
from .writing import seat_words, write

__all__ = ["BadRecord", "Script", "Step", "hear", "parse", "replayed", "say", "seat_words", "typed", "write"]
