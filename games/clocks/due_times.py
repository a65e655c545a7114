"""Compute deadlines and used time across pauses. All instants are aware and in UTC; all durations are seconds.

A pause is half open, [from, to). `deadline` and `elapsed` are exact inverses: a deadline at the very start of a
pause is that instant, and an answer is in time up to and including its deadline.
`games/deadlines/table_clock.py` calls this with a table's own pauses; `paces.py` decides how much time there is.
"""

import heapq
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


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
    """Return the instant at which `allowance` seconds after `start` have been used. `pauses` must come from `merged`."""
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
    """Return the whole seconds used between two instants."""
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
    """Return the end of the current pause, or None if time counts now."""
    for begin, end in pauses:
        if begin > now:
            return None
        if now < end:
            return end
    return None
