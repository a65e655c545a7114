"""Process incoming letters, which are stored first, read later, and never trusted without proof. Other apps register readers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from core.registry import Registry
from notifications.kinds import KindName

ANSWERS_LIVE = timedelta(days=2)
"""The time after which an unsent answer to a letter expires, long enough to outlast most outages."""

if TYPE_CHECKING:  # rows can be imported only when Django is ready
    from notifications.models import LetterIn


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of reading a letter: the letter's final state, a short name for the reason, and the facts for the receipt."""

    state: str
    reason: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


class LetterFacts(TypedDict):
    letter: int


Read = Callable[["LetterIn", str], Verdict]
"""`read(letter, text)` carries out an accepted letter and returns the verdict."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of letters with one purpose. `receipt` and `held` are the kinds of notice that answer the letters."""

    read: Read
    receipt: KindName[LetterFacts]
    held: KindName[LetterFacts]


READERS: Registry[str, Reader] = Registry()


def reads(purpose: str, receipt: KindName[LetterFacts], held: KindName[LetterFacts]) -> Callable[[Read], Read]:
    """Return a decorator that registers the reader of letters to reply addresses of a purpose."""

    def register(read: Read) -> Read:
        READERS.register(purpose, Reader(read, receipt, held))
        return read

    return register
