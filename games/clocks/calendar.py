"""Weekends, holidays and quiet hours of a table, turned from the wall clock of its zone into spans of real time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from games.clocks.due_times import Span

DAY = timedelta(days=1)


def instant(day: date, at: time, zone: str) -> datetime:
    """The moment a wall clock in `zone` shows this: in a gap the first moment after it, in a doubled hour the first."""
    wall = datetime.combine(day, at, ZoneInfo(zone))
    found = wall.astimezone(UTC)
    if found.astimezone(wall.tzinfo).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return found
    return end_of_gap(wall.replace(fold=1).astimezone(UTC), found, ZoneInfo(zone))


def end_of_gap(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The second in which the zone's offset becomes what it is at `after`."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        before, after = (before, middle) if middle.astimezone(zone).utcoffset() == offset else (middle, after)
    return after


@lru_cache(maxsize=256)
def holidays_of(country: str, year: int) -> frozenset[date]:
    """The public holidays of a country in one year."""
    import holidays  # 2 MB, and most tables keep none

    return frozenset(holidays.country_holidays(country, years=year))


@dataclass(frozen=True, slots=True)
class Calendar:
    """What never counts at a table. `days_off`: 0 is Monday; `quiet`: from and to, over midnight when to < from."""

    zone: str = "UTC"
    days_off: tuple[int, ...] = ()
    country: str = ""
    quiet: tuple[time, time] | None = None

    def spans(self, since: datetime) -> Iterator[Span]:
        """Yield everything from about `since` on, sorted. With holidays alone it ends before the first year in which none are known,
        so that no reader waits for a span that never comes; otherwise it is endless."""
        day = since.astimezone(ZoneInfo(self.zone)).date() - 2 * DAY
        while self.days_off or self.quiet or (self.country and holidays_of(self.country, day.year)):
            yield from sorted(self.spans_of(day))
            day += DAY

    def spans_of(self, day: date) -> Iterator[Span]:
        """What begins on this day."""
        if self.is_off(day):
            yield Span(instant(day, time(), self.zone), instant(day + DAY, time(), self.zone))
        if self.quiet:
            begin, end = self.quiet
            yield Span(instant(day, begin, self.zone), instant(day + DAY if end <= begin else day, end, self.zone))

    def is_quiet_at(self, at: time) -> bool:
        """Return whether quiet hours run at this time of day."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        return begin <= at < end if begin < end else at >= begin or at < end

    def is_off(self, day: date) -> bool:
        return day.weekday() in self.days_off or (bool(self.country) and day in holidays_of(self.country, day.year))
