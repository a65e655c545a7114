"""Convert weekends, holidays and quiet hours of a table from the wall clock of its zone into spans of real time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from games.clocks.due_times import Span

DAY = timedelta(days=1)


def instant(day: date, wall_time: time, zone: str) -> datetime:
    """Return the UTC time at which a wall clock in `zone` shows this: in a gap the first moment after it, in a doubled hour the first."""
    wall = datetime.combine(day, wall_time, ZoneInfo(zone))
    moment = wall.astimezone(UTC)
    if moment.astimezone(wall.tzinfo).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return moment
    return end_of_gap(wall.replace(fold=1).astimezone(UTC), moment, ZoneInfo(zone))


def end_of_gap(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the second in which the zone's offset changes to the one at `after`."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        before, after = (before, middle) if middle.astimezone(zone).utcoffset() == offset else (middle, after)
    return after


@lru_cache(maxsize=256)
def holidays_of(country: str, year: int) -> frozenset[date]:
    import holidays  # 2 MB, and most tables observe none

    return frozenset(holidays.country_holidays(country, years=year))


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time that never counts at a table. `days_off`: 0 is Monday; `quiet`: (from, to), past midnight if to < from."""

    zone: str = "UTC"
    days_off: tuple[int, ...] = ()
    country: str = ""
    quiet: tuple[time, time] | None = None

    def spans(self, since: datetime) -> Iterator[Span]:
        """Yield all spans from about `since` on, sorted; usually endless.

        If only holidays are excluded, end before the first year without known holidays: a reader would wait for its next span forever.
        """
        day = since.astimezone(ZoneInfo(self.zone)).date() - 2 * DAY
        while self.days_off or self.quiet or (self.country and holidays_of(self.country, day.year)):
            yield from sorted(self.spans_of(day))
            day += DAY

    def spans_of(self, day: date) -> Iterator[Span]:
        if self.is_off(day):
            yield Span(instant(day, time(), self.zone), instant(day + DAY, time(), self.zone))
        if self.quiet:
            begin, end = self.quiet
            yield Span(instant(day, begin, self.zone), instant(day + DAY if end <= begin else day, end, self.zone))

    def is_quiet_at(self, time_of_day: time) -> bool:
        if self.quiet is None:
            return False
        begin, end = self.quiet
        return begin <= time_of_day < end if begin < end else time_of_day >= begin or time_of_day < end

    def is_off(self, day: date) -> bool:
        return day.weekday() in self.days_off or (bool(self.country) and day in holidays_of(self.country, day.year))
