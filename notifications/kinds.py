"""Register kinds of notices. Other apps declare each kind with `writes`, beside the function that writes its letters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from core.registry import Registry

from .telling import Letter, Telling

CATEGORIES = {
    "turns": "letters about your turns",
    "reminders": "reminders before time runs out",
    "results": "letters about games that ended",
    "invitations": "invitations to a table",
    "friends": "letters about friends",
    "receipts": "replies to letters you send us",
    "leagues": "letters about your leagues",
    "peace": "letters about reports and your talk at tables",
    "talk": "letters about what is said at your tables while you are away",
}
"""Categories that a person can switch off separately, worded to follow "Stop"."""

Facts = TypeVar("Facts", bound=Mapping[str, object])


class KindName(str, Generic[Facts]):
    """The stored name of a kind of notice. `Facts` is the type of the facts that `notify` takes and the writer reads."""

    __slots__ = ()


Write = Callable[[Telling[Facts]], Letter | None]
"""`write(notice)` returns the letter as of now, or None if the notice is out of date."""
Deadline = Callable[[Telling[Facts]], datetime | None]
"""`deadline(notice)` returns the deadline for an answer, or None if no answer is wanted."""
Beside = Callable[[Telling[Facts]], datetime | None]
"""`beside(notice)` returns the time at which the reader got another open question that the letter may include, or None."""


class Role(StrEnum):
    """The rule for when a kind is sent. Turns and news wait for a person's chosen hours; an answer is a receipt with open questions."""

    TURN = "turn"
    NEWS = "news"
    REMINDER = "reminder"
    ANSWER = "answer"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice. `about` names the kind in the subject. With `again`, a letter whose fate is unknown is sent again."""

    name: str
    write: Write[Any]
    category: str
    role: Role = Role.NEWS
    about: str = "your answer"
    again: bool = True
    deadline: Deadline[Any] = lambda notice: None
    beside: Beside[Any] = lambda notice: None
    gathers: bool = False
    """Whether one letter includes all notices of the kind that are about to go to the same reader."""

    @property
    def is_at_once(self) -> bool:
        """Return whether notices of the kind are sent at any hour, whatever the reader chose."""
        return self.role in (Role.NOW, Role.ANSWER)

    @property
    def asks_all(self) -> bool:
        """Return whether a letter of the kind asks all the reader's open questions, and so replaces turn letters that are about to go."""
        return self.role in (Role.TURN, Role.ANSWER)

    @property
    def priority(self) -> int:
        """Return the priority of waiting letters, from 0 (accounts and answers) and 1 (letters with a running clock) to 4 (chat)."""
        if self.is_at_once:
            return 0
        if self.role in (Role.TURN, Role.REMINDER) or self.category == "reminders":
            return 1
        return {"leagues": 3, "talk": 4}.get(self.category, 2)


KINDS: Registry[str, Kind] = Registry()


class How(TypedDict, Generic[Facts], total=False):
    """The optional fields of `Kind` that a declaration may set."""

    about: str
    again: bool
    deadline: Deadline[Facts]
    beside: Beside[Facts]
    gathers: bool


def writes(
    kind: KindName[Facts], category: str = "turns", role: str = "news", **how: Unpack[How[Facts]]
) -> Callable[[Write[Facts]], Write[Facts]]:
    if category not in CATEGORIES:
        raise ValueError(f"unknown category of letters: {category}")

    def register(write: Write[Facts]) -> Write[Facts]:
        KINDS.register(kind, Kind(kind, write, category, Role(role), **how))
        return write

    return register
