"""A notice while it is told: what transports and writers get beside the row. The row itself is not changed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from accounts.models import User

from .kinds import Letter
from .models import Notice


@dataclass(slots=True)
class Telling:
    """What one person is told once, as its writer reads it.

    `facts` holds ids only. `along` are other turns that the letter stands for: it names their tables. `also` are
    other letters that it stands for: each is a line in it. `asked_for` is the question to its reader, which
    its writer loaded to know how long it is valid; `ways` are the transports that have a channel to them, loaded once for all.
    `day` is the date in the reader's calendar if this is the letter of that day.
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
        """Return the telling of a stored notice that also stands for these others."""
        return cls(notice.kind, notice.user, notice.address, notice.key, notice.facts, notice.created_at, along, also)

    @property
    def reader(self) -> User:
        """Return the member it goes to. Raises ValueError if they have no account."""
        if self.user is None:
            raise ValueError(f"{self.key} goes to nobody who has an account")
        return self.user
