"""The notice as passed to writers and transports, apart from the database row, and the letter."""

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
"""The type of a notice's facts, stored as JSON: the TypedDict of the notice's kind (`kinds.KindName`)."""


@dataclass(frozen=True, slots=True)
class Letter:
    """News for one person, ready for any transport.

    `images` maps names, used as `cid:name` in `html`, to PNG bytes. Mail programs show letters of one `thread` together. `own_link` is
    `link` for the reader alone, without sign-in, so channels that others read must not show `own_link`. Replies go to `reply_to` (the
    part before the @). `in_reply_to` is the Message-ID of the letter being answered. `brief` is a sentence for a locked screen, and
    `line` a sentence for the daily letter. With `stands_alone`, the writer failed, so the letter cannot include other notices.
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

    `facts` holds ids and numbers. The letter also covers the turns in `along`, whose tables it names, and the letters in `also`, each
    as a line. `asked_for` caches the question to the reader, and `ways` the transports with a channel to the reader. `day` is the date
    in the reader's time zone if the letter is the daily letter.
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
        return cls(notice.kind, notice.user, notice.address, notice.key, notice.facts, notice.created_at, along, also)

    @property
    def reader(self) -> "User":
        """Return the member who gets the notice. Raise ValueError if the notice goes to a person without an account."""
        if self.user is None:
            raise ValueError(f"{self.key} goes to nobody who has an account")
        return self.user
