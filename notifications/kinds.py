"""Kinds of notices. Parts that know the words register a function here; nothing here knows a game."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .telling import Letter, Telling

CATEGORIES = {
    "turns": "letters about your turns",
    "reminders": "reminders before time runs out",
    "results": "letters about games that ended",
    "invitations": "invitations to a table",
    "receipts": "answers to letters you send us",
    "leagues": "letters about your leagues",
    "peace": "letters about reports, and about what was decided on your own talk",
    "talk": "letters about what is said at your tables while you are away",
}
"""What a person can switch off separately, in words that follow "Stop"."""


Write = Callable[[Telling], Letter | None]
"""`write(notice)`: the letter as of now, or None if it is out of date."""
Deadline = Callable[[Telling], datetime | None]
"""`deadline(notice)`: until when an answer is wanted, or None if none is (any more)."""


class Role(StrEnum):
    """When a kind may go. Turns wait for the hours a person chose and are combined; news waits too; the rest hardly does."""

    TURN = "turn"
    NEWS = "news"
    REMINDER = "reminder"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of notice. With `again`, a letter whose fate is unknown is sent once more rather than lost."""

    name: str
    write: Write
    category: str
    again: bool = True
    role: Role = Role.NEWS
    deadline: Deadline = lambda notice: None

    @property
    def priority(self) -> int:
        """Return the priority when many wait: accounts and answers first, then whatever a clock runs for, the rest, and chat last."""
        if self.role == Role.NOW:
            return 0
        if self.role in (Role.TURN, Role.REMINDER) or self.category == "reminders":
            return 1
        return {"leagues": 3, "talk": 4}.get(self.category, 2)


KINDS: dict[str, Kind] = {}


def register(
    kind: str, write: Write, category: str = "turns", again: bool = True, role: str = "news", deadline: Deadline | None = None
) -> None:
    """Register the writer of letters of this kind. Called from `AppConfig.ready`."""
    if category not in CATEGORIES:
        raise ValueError(f"unknown category of letters: {category}")
    KINDS[kind] = Kind(kind, write, category, again, Role(role), deadline or (lambda notice: None))
