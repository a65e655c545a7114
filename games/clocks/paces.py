"""The paces of tables. A pace computes the seconds that a seat gets for a turn, and the seconds that remain in the seat's bank."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, time, timedelta
from itertools import chain
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from games.clocks.due_times import Span, deadline, elapsed, instant, paused_until

HOUR = 3600
DAY = 24 * HOUR
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
SLOTS_TRIED = 60
"""The number of days to search for a slot that counts: longer than any run of holidays, leave and agreed pauses."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a seat: its time, the table's time zone, and the seconds in the seat's bank. `pauses()` starts a new stream."""

    at: datetime
    zone: str
    bank: int | None
    pauses: Any


@dataclass(frozen=True, slots=True)
class Pace:
    """The base of all paces; most have no bank."""

    kind: ClassVar[str]

    @property
    def usual(self) -> int:
        """Return the usual length of a turn in seconds, from which other times of the table are derived."""
        return 2 * DAY

    @property
    def first_bank(self) -> int | None:
        """Return the seconds in a bank when the game starts, or None without a bank."""
        return None

    def begins(self, now: datetime) -> datetime:
        """Return the time at which the clock starts for a turn asked at `now`."""
        return now

    def allowance(self, asked: Asked) -> int | None:
        """Return the seconds for a turn, or None if no clock runs."""
        raise NotImplementedError

    def bank_after(self, bank: int | None, used: int) -> int | None:
        """Return the seconds in the bank after a turn that took `used` seconds, or None without a bank."""
        return None

    def bank_for_successor(self, bank: int | None) -> int | None:
        """Return the seconds in the bank for a captain who takes over the seat."""
        return bank

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Steady(Pace):
    """A pace that gives every turn the same time."""

    kind: ClassVar[str] = "steady"
    seconds: int = 2 * DAY

    @property
    def usual(self) -> int:
        return self.seconds

    def allowance(self, asked: Asked) -> int:
        return self.seconds


@dataclass(frozen=True, slots=True)
class Bank(Pace):
    """A pace with a bank of time, which grows a little with every turn. The first `free` seconds of a turn are not charged to the bank."""

    kind: ClassVar[str] = "bank"
    initial: int = 3 * DAY
    increment: int = 12 * HOUR
    cap: int = 5 * DAY
    floor: int = 12 * HOUR
    free: int = 0

    @property
    def usual(self) -> int:
        return self.free + self.floor

    @property
    def first_bank(self) -> int:
        return self.initial

    def allowance(self, asked: Asked) -> int:
        return self.free + max(self.initial if asked.bank is None else asked.bank, self.floor)

    def bank_after(self, bank: int | None, used: int) -> int:
        remaining = max(0, (self.initial if bank is None else bank) - max(0, used - self.free))
        return min(self.cap, remaining + self.increment)

    def bank_for_successor(self, bank: int | None) -> int:
        return max(bank or 0, self.floor, self.initial // 2)


@dataclass(frozen=True, slots=True)
class Slots(Pace):
    """A pace with deadlines at fixed times of the week, on the wall clock of the table; every turn has at least `least` seconds."""

    kind: ClassVar[str] = "slots"
    days: tuple[int, ...] = (0, 2, 4)
    hour: int = 20
    minute: int = 0
    least: int = 12 * HOUR

    @property
    def usual(self) -> int:
        return DAY

    def begins(self, now: datetime) -> datetime:
        """Return the next whole second, so that an allowance in whole seconds meets a slot exactly."""
        return now.replace(microsecond=0) + timedelta(seconds=now.microsecond > 0)

    def allowance(self, asked: Asked) -> int:
        """Return the counted seconds until the next slot outside pauses or, if there is no such slot, until the next slot."""
        earliest = deadline(asked.at, self.least, asked.pauses())
        slots = (slot for slot in self.slots(earliest, asked.zone) if slot >= earliest)
        first = next(slots, earliest)
        due = next((slot for slot in chain([first], slots) if counts(slot, asked.pauses())), first)
        return elapsed(asked.at, due, asked.pauses())

    def slots(self, since: datetime, zone: str) -> Iterator[datetime]:
        """Yield the slots from about `since` on, one for each chosen day, at the same wall-clock time."""
        day = since.astimezone(ZoneInfo(zone)).date() - timedelta(days=1)
        for _ in range(SLOTS_TRIED):
            if day.weekday() in self.days:
                yield instant(day, time(self.hour, self.minute), zone)
            day += timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Untimed(Pace):
    """A pace without a clock, for tables among friends."""

    kind: ClassVar[str] = "untimed"

    def allowance(self, asked: Asked) -> None:
        return None


KINDS: dict[str, type[Pace]] = {pace.kind: pace for pace in (Steady, Bank, Slots, Untimed)}


def pace_from_json(data: dict[str, Any]) -> Pace:
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key != "kind"}
    return KINDS[data["kind"]](**fields)


def counts(moment: datetime, pauses: Iterator[Span]) -> bool:
    return paused_until(moment, pauses) is None
