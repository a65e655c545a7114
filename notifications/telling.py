"""A notice during delivery: the data that transports and writers get besides the row, and the letter. The row itself is not changed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:  # rows can be imported only when Django is ready, and typing.TypeVar takes a default only from Python 3.13 on
    from typing_extensions import TypeVar as TypeVarWithDefault

    from accounts.models import User

    from .models import Notice

    Facts = TypeVarWithDefault("Facts", bound=Mapping[str, object], covariant=True, default=Mapping[str, Any])
else:
    Facts = TypeVar("Facts", covariant=True)
"""The facts of a notice, as JSON: a TypedDict that stands beside the name of the kind (`kinds.KindName`)."""


@dataclass(frozen=True, slots=True)
class Letter:
    """News for one person, ready for any transport.

    `images` maps a name used as `cid:name` in `html` to the bytes of a PNG. Letters of one `thread` are shown
    together by mail programs. `link` is the one page that matters, and `own_link` the same page for the reader alone, without signing in:
    it may stand in letters, never in a channel that others read. Answers go to
    `reply_to` (the part before the @), and `in_reply_to` is the Message-ID of the letter that this one answers.
    `brief` is one sentence for a locked screen: it gives nothing away. `line` says the whole in a line, for a letter of
    the day in which this one stands together with others. With `stands_alone` it speaks for its own notice only, since its writer failed.
    """

    subject: str
    text: str
    html: str = ""
    images: Mapping[str, bytes] = field(default_factory=dict)
    thread: str = ""
    link: str = ""
    own_link: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    brief: str = ""
    line: str = ""
    stands_alone: bool = False


@dataclass(slots=True)
class Telling(Generic[Facts]):
    """A notice to one person, as passed to the function that writes its letter.

    `facts` holds ids only; its writer says of which type. `along` are other turns that the letter stands for: it names their
    tables. `also` are other letters that it stands for: each is a line in it. `asked_for` is the question to its reader, which
    its writer loaded to know how long it is valid; `ways` are the transports that have a channel to them, loaded once for all.
    `day` is the date in the reader's calendar if this is the letter of that day.
    """

    kind: str
    user: "User | None"
    address: str
    key: str
    facts: Facts
    created_at: datetime
    along: "Sequence[Telling]" = ()
    also: Sequence[Letter] = ()
    asked_for: object = field(default=None, repr=False)
    ways: Collection[str] | None = None
    day: date | None = None

    @classmethod
    def of(cls, notice: "Notice", along: "Sequence[Telling]" = (), also: Sequence[Letter] = ()) -> "Telling[Any]":
        """Return the telling of a stored notice that also stands for these others."""
        return cls(notice.kind, notice.user, notice.address, notice.key, notice.facts, notice.created_at, along, also)

    @property
    def reader(self) -> "User":
        """Return the member it goes to. Raises ValueError if they have no account."""
        if self.user is None:
            raise ValueError(f"{self.key} goes to nobody who has an account")
        return self.user
