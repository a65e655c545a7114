"""A notice while it is told, beside its row, of which nothing is changed; and the letter that comes of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # rows can be imported only when Django is ready
    from accounts.models import User

    from .models import Notice


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


@dataclass(slots=True)
class Telling:
    """What one person is to be told once, as its writer reads it.

    `facts` holds ids only. `along` are other turns that the letter stands for: their tables are named in it. `also` are
    other letters that it stands for: each is a line in it. `asked_for` is what is asked of its reader, as the part that
    writes it read it to know until when it holds; `ways` are the transports that have a channel to them, looked up once as each asks.
    `day` is the date, in the reader's calendar, where this is the letter of that day.
    """

    kind: str
    user: "User | None"
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
    def of(cls, notice: "Notice", along: "Sequence[Telling]" = (), also: Sequence[Letter] = ()) -> "Telling":
        """The telling of a stored notice, which stands for these others, too."""
        return cls(notice.kind, notice.user, notice.address, notice.key, notice.facts, notice.created_at, along, also)

    @property
    def reader(self) -> "User":
        """The member it goes to. Raises ValueError for one to somebody without an account."""
        if self.user is None:
            raise ValueError(f"{self.key} goes to nobody who has an account")
        return self.user
