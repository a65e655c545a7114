"""Compute deadlines and used time across pauses. Instants are time-zone-aware and in UTC; durations are in seconds.

A pause is half open, [from, to). `deadline` and `elapsed` are exact inverses: a deadline that falls on the start of a
pause stays there, and an answer is in time up to and including its deadline.
`games/deadlines/table_clock.py` calls these functions with a table's own pauses; `paces.py` decides the allowance.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


class Span(NamedTuple):
    """A span of time that does not count."""

    begin: datetime
    end: datetime


def merged(*streams: Iterable[Span]) -> Iterator[Span]:
    """Merge streams of spans into one sorted stream without overlaps. Each stream must be sorted; they may be endless."""
    last: Span | None = None
    for span in heapq.merge(*streams):
        if span.end <= span.begin:
            continue
        if last is None:
            last = span
        elif span.begin <= last.end:
            last = Span(last.begin, max(last.end, span.end))
        else:
            yield last
            last = span
    if last is not None:
        yield last


def deadline(start: datetime, allowance: int, pauses: Iterable[Span] = ()) -> datetime:
    """Return the instant `allowance` seconds after `start`, not counting pauses. `pauses` must come from `merged`."""
    reached, remaining = start, timedelta(seconds=allowance)
    for begin, end in pauses:
        if end <= reached:
            continue
        if reached + remaining <= begin:
            break
        remaining -= max(begin - reached, timedelta())
        reached = max(reached, end)
    return reached + remaining


def elapsed(start: datetime, now: datetime, pauses: Iterable[Span] = ()) -> int:
    """Return the whole seconds between two instants, not counting pauses."""
    used = max(now - start, timedelta())
    for begin, end in pauses:
        if begin >= now:
            break
        if end > start:
            used -= min(end, now) - max(begin, start)
    return int(used.total_seconds())


def outside(span: Span, pauses: Iterable[Span]) -> Iterator[Span]:
    """Yield the parts of a span that no pause covers. `pauses` must come from `merged`."""
    reached = span.begin
    for begin, end in pauses:
        if begin >= span.end:
            break
        if begin > reached:
            yield Span(reached, begin)
        reached = max(reached, end)
    if reached < span.end:
        yield Span(reached, span.end)


def paused_until(now: datetime, pauses: Iterable[Span]) -> datetime | None:
    for begin, end in pauses:
        if begin > now:
            return None
        if now < end:
            return end
    return None


def instant(day: date, wall_time: time, zone: str) -> datetime:
    """Return a wall-clock time of `zone` in UTC: the end of the gap if the zone skips that time, the first if that time occurs twice."""
    wall = datetime.combine(day, wall_time, ZoneInfo(zone))
    moment = wall.astimezone(UTC)
    if moment.astimezone(wall.tzinfo).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return moment
    return end_of_gap(wall.replace(fold=1).astimezone(UTC), moment, ZoneInfo(zone))


def end_of_gap(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the second at which the zone's UTC offset changes to the offset in force at `after`."""
    offset = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        before, after = (before, middle) if middle.astimezone(zone).utcoffset() == offset else (middle, after)
    return after


@lru_cache(maxsize=256)
def holidays_of(country: str, year: int) -> frozenset[date]:
    import holidays  # imported late: it takes 2 MB, and most tables observe no holidays

    return frozenset(holidays.country_holidays(country, years=year))


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time that never counts at a table. `days_off` are weekdays (0 is Monday); `quiet` is (from, to), past midnight if to <= from."""

    zone: str = "UTC"
    days_off: tuple[int, ...] = ()
    country: str = ""
    quiet: tuple[time, time] | None = None

    def spans(self, since: datetime) -> Iterator[Span]:
        """Yield the spans that do not count, in order, from about `since` on. The stream is usually endless.

        If only holidays are excluded, the stream ends before the first year without known holidays instead of searching forever.
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
