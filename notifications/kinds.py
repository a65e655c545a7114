"""Kinds of notices. Parts that know the words register a function here; nothing here knows a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Letter:
    """What one person is told, ready for any transport.

    `images` maps a name used as `cid:name` in `html` to the bytes of a PNG. Letters of one `thread` are shown
    together by mail programs, so they also share their subject. `link` is the one page that matters. Answers go to
    `reply_to` (the part before the @), and `in_reply_to` is the Message-ID of the letter that this one answers.
    `brief` is one sentence for a locked screen: it gives nothing away. `line` says the whole in a line, for a letter of
    the day in which this one stands together with others.
    """

    subject: str
    text: str
    html: str = ""
    images: Mapping[str, bytes] = field(default_factory=dict)
    thread: str = ""
    link: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    brief: str = ""
    line: str = ""


Write = Callable[[Any], Letter | None]
"""`write(notice)`, with a `notifications.telling.Telling`: the letter as of now, or None if it is out of date."""
Deadline = Callable[[Any], Any]
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
