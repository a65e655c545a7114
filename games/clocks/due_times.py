"""Deadlines and used time over pauses. All instants are aware and in UTC, all spans are seconds.

A pause is half open, [from, to). `deadline` and `elapsed` are exact inverses: a deadline that falls on the very start of a
pause is that instant, and an answer is in time up to and including it.
`games/deadlines/table_clock.py` calls this with a table's own pauses; how much time there is, `paces.py` says.
"""

import heapq
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of time that does not count."""

    begin: datetime
    end: datetime


def merged(*streams: Iterable[Span]) -> Iterator[Span]:
    """One sorted stream of spans that do not touch. Each stream must be sorted; they may be endless."""
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
    """When `allowance` seconds have been used, counted from `start`. `pauses` as from `merged`."""
    at, left = start, timedelta(seconds=allowance)
    for begin, end in pauses:
        if end <= at:
            continue
        if at + left <= begin:
            break
        left -= max(begin - at, timedelta())
        at = max(at, end)
    return at + left


def elapsed(start: datetime, now: datetime, pauses: Iterable[Span] = ()) -> int:
    """Whole seconds used between two instants."""
    used = max(now - start, timedelta())
    for begin, end in pauses:
        if begin >= now:
            break
        if end > start:
            used -= min(end, now) - max(begin, start)
    return int(used.total_seconds())


def outside(span: Span, pauses: Iterable[Span]) -> Iterator[Span]:
    """The pieces of a span that no pause covers. `pauses` as from `merged`."""
    at = span.begin
    for begin, end in pauses:
        if begin >= span.end:
            break
        if begin > at:
            yield Span(at, begin)
        at = max(at, end)
    if at < span.end:
        yield Span(at, span.end)


def paused_until(now: datetime, pauses: Iterable[Span]) -> datetime | None:
    """The end of the pause that holds now, or None when time counts."""
    for begin, end in pauses:
        if begin > now:
            return None
        if now < end:
            return end
    return None
