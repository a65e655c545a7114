"""A notice while it is told: what its transports and its writer are given, beside the row, of which nothing is changed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from accounts.models import User

from .kinds import Letter
from .models import Notice


@dataclass(slots=True)
class Telling:
    """What one person is to be told once, as its writer reads it.

    `facts` holds ids only. `along` are other turns that the letter stands for: their tables are named in it. `also` are
    other letters that it stands for: each is a line in it. `asked_for` is what is asked of its reader, as the part that
    writes it read it to know until when it holds; `ways` are the transports that have a channel to them, looked up once as each asks.
    `day` is the date, in the reader's calendar, where this is the letter of that day.
    """

    kind: str
    user: User | None
    address: str
    key: str
    facts: dict[str, Any]
    created_at: datetime
    along: "Sequence[Telling]" = ()
    also: Sequence[Letter] = ()
    asked_for: object = field(default=None, repr=False)
    ways: Collection[str] | None = None
    day: date | None = None

    @classmethod
    def of(cls, notice: Notice, along: "Sequence[Telling]" = (), also: Sequence[Letter] = ()) -> "Telling":
        """The telling of a stored notice, which stands for these others, too."""
        return cls(notice.kind, notice.user, notice.address, notice.key, notice.facts, notice.created_at, along, also)

    @property
    def reader(self) -> User:
        """The member it goes to. Raises ValueError for one to somebody without an account."""
        if self.user is None:
            raise ValueError(f"{self.key} goes to nobody who has an account")
        return self.user
