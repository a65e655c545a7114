"""Who understands letters of which purpose. Parts above us register a function; nothing here knows a game."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # rows can be imported only when Django is ready
    from notifications.models import LetterIn


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a letter: the state it ends in, a short name for why, and what its receipt needs to know."""

    state: str
    reason: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


Read = Callable[["LetterIn", str], Verdict]
"""`read(letter, text)` acts on a letter that may act, and says what became of it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the letters of a purpose; `receipt` and `held` are the kinds of notice they are answered with."""

    read: Read
    receipt: str
    held: str


READERS: dict[str, Reader] = {}


def register_reader(purpose: str, read: Read, receipt: str, held: str) -> None:
    """Say who reads answers that go to reply addresses of this purpose. Called from `AppConfig.ready`."""
    READERS[purpose] = Reader(read, receipt, held)
