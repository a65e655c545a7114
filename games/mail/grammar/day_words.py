"""Parse days and hours as people write them: “3 Dec to 10 Dec”, “2026-12-03 until 2026-12-10”, “tomorrow to Friday”."""

import re
from contextlib import suppress
from datetime import date, timedelta

from games.editions.errors import NotAllowed

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
BETWEEN = re.compile(r" (?:to|until|till|through|[-–—]+) | ?[–—] ?")
ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
DOTS = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})(?:\.(?P<year>\d{4}|\d{2})?)?")
SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?")
DAY, YEAR = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?", r"(?:,? (?P<year>\d{4}))?"
NAMED = re.compile(rf"{DAY}(?: of)? (?P<month>[a-z]{{3,9}})\.?{YEAR}")
NAMED_FIRST = re.compile(rf"(?P<month>[a-z]{{3,9}})\.? {DAY}{YEAR}")
WEEKDAY_BEFORE = re.compile(rf"(?:{'|'.join(f'{name}|{name[:3]}' for name in WEEKDAYS)})[,.]? (?=\w*\d|[a-z]{{3,9}}\.? \d)")
HOURS = re.compile(r"(?:from )?(\d{1,2})(?::(\d{2}))? ?(?:to|until|till|-|–) ?(\d{1,2})(?::(\d{2}))?")
HALF_A_YEAR = timedelta(days=183)
"""The longest period that may end in the next year if the last day has no year. A longer period is refused."""
EXAMPLE = "Write the first and the last day, such as “away 3 Dec to 10 Dec” or “away 2026-12-03 to 2026-12-10”."


def days_of(words: str, today: date) -> tuple[date, date]:
    """Return the first and the last day; “until Friday” begins today. Raise NotAllowed for other words."""
    span = words.removeprefix("from ")
    if span.startswith(("until ", "till ", "to ")):
        return today, day_of(span.partition(" ")[2], today, today)
    parts = BETWEEN.split(span)
    if len(parts) == 1:
        first = day_of(parts[0], today, today)
        return first, first
    if len(parts) != 2:
        raise unread(words)
    begin, end = (part.strip(" ,.") for part in parts)
    if re.fullmatch(DAY, begin) and (month := NAMED.fullmatch(WEEKDAY_BEFORE.sub("", end))):
        begin = f"{begin} {month['month']}"
    first = day_of(begin, today, today)
    last, same_year = day_of(end, first, today), day_of(end, date(first.year, 1, 1), today)
    if same_year < first and (last < first or last - first > HALF_A_YEAR):
        raise NotAllowed("unread-words", f"The last day, {same_year:%-d %b %Y}, lies before the first, so nothing was done. {EXAMPLE}")
    return first, last


def day_of(words: str, since: date, today: date) -> date:
    """Return the day that the words name; without a year, the first match on or after `since`. Raise NotAllowed for other words."""
    day_name = WEEKDAY_BEFORE.sub("", words.strip(" ,."), count=1)
    if day_name in ("today", "tomorrow"):
        return today + timedelta(days=day_name == "tomorrow")
    weekday = next((number for number, name in enumerate(WEEKDAYS) if day_name.removeprefix("next ") in (name, name[:3])), None)
    if weekday is not None:
        return since + timedelta(days=(weekday - since.weekday()) % 7)
    year, month, day = numbers_of(day_name)
    century = 0 if year is None or year > 99 else 2000
    for candidate in range(since.year, since.year + 9) if year is None else [century + year]:
        with suppress(ValueError):  # such as 29 February in most years
            whole = date(candidate, month, day)
            if year is not None or whole >= since:
                return whole
    raise unread(words)


def numbers_of(text: str) -> tuple[int | None, int, int]:
    """Return (year or None, month, day) as written. Raise NotAllowed for ambiguous days and for other words."""
    for pattern in (ISO, DOTS, NAMED, NAMED_FIRST):
        if match := pattern.fullmatch(text):
            year, month = match["year"], match["month"]
            number = int(month) if month.isdecimal() else month_of(month, text)
            return int(year) if year else None, number, int(match["day"])
    if match := SLASHES.fullmatch(text):
        first, second = int(match[1]), int(match[2])
        if first <= 12 and second <= 12 and first != second:
            raise NotAllowed("unread-words", f"“{text}” may be read in two ways, so nothing was done. {EXAMPLE}")
        return int(match[3]) if match[3] else None, min(first, second) if max(first, second) > 12 else first, max(first, second)
    raise unread(text)


def month_of(name: str, written: str) -> int:
    number = next((number for number, month in enumerate(MONTHS, 1) if name in (month, month[:3], month[:4])), 0)
    if not number:
        raise unread(written)
    return number


def unread(words: str) -> NotAllowed:
    why = f"We did not understand “{words[:60]}” as days" if words else "“away” alone names no days"
    return NotAllowed("unread-words", f"{why}, so nothing was done. {EXAMPLE}")


def hours_of(words: str) -> tuple[int, int] | None:
    """Return the start and end hours (0 to 23) of a span such as “22:00 to 7:00”; None for other text."""
    match = HOURS.fullmatch(words)
    if match is None or int(match[2] or 0) or int(match[4] or 0):
        return None
    begin, end = int(match[1]), int(match[3])
    return (begin % 24, end % 24) if begin <= 24 and end <= 24 and begin % 24 != end % 24 else None
