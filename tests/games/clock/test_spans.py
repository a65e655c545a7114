"""Deadlines and used time: the vectors of the design, and thousands of generated cases."""

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clocks.due_times import Calendar, Span, deadline, elapsed, instant, merged, paused_until

HOUR = 3600
QUIET = (time(23), time(7))


def utc(text: str) -> datetime:
    return datetime.strptime(f"2026-{text}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


def span(begin: str, end: str) -> Span:
    return Span(utc(begin), utc(end))


WEEKEND = Calendar("UTC", (5, 6))
BERLIN_NIGHTS = Calendar("Europe/Berlin", quiet=QUIET)
VECTORS = [
    ("V1", "01-05 09:00", Calendar(), [], 24, "01-06 09:00"),
    ("V2", "01-09 18:00", WEEKEND, [], 24, "01-12 18:00"),
    ("V3", "01-10 12:00", WEEKEND, [], 24, "01-13 00:00"),
    ("V4", "01-09 18:00", Calendar("Europe/Berlin", (5, 6)), [], 24, "01-12 18:00"),
    ("V5", "01-05 20:00", BERLIN_NIGHTS, [], 24, "01-07 12:00"),
    ("V6", "03-28 20:00", BERLIN_NIGHTS, [], 24, "03-30 11:00"),
    ("V7", "10-24 20:00", BERLIN_NIGHTS, [], 24, "10-26 13:00"),
    ("V8", "01-09 21:00", Calendar("America/New_York", (5, 6), quiet=(time(22), time(8))), [], 48, "01-15 03:00"),
    ("V9", "01-05 09:00", Calendar(), [span("01-05 12:00", "01-05 18:00")], 24, "01-06 15:00"),
    ("V10", "01-08 09:00", WEEKEND, [span("01-08 18:00", "01-11 18:00")], 24, "01-12 15:00"),
    ("V11", "03-28 20:00", Calendar("Europe/Berlin", quiet=(time(23), time(2, 30))), [], 12, "03-29 11:00"),
]


@pytest.mark.parametrize(("name", "start", "calendar", "rows", "hours", "due"), VECTORS, ids=[row[0] for row in VECTORS])
def test_the_vectors_of_the_design_give_their_exact_instants(name, start, calendar, rows, hours, due):
    pauses = lambda: merged(calendar.spans(utc(start)), rows)  # noqa: E731
    found = deadline(utc(start), hours * HOUR, pauses())
    assert found == utc(due)
    assert elapsed(utc(start), found, pauses()) == hours * HOUR


ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo",
    "Pacific/Apia", "Africa/Casablanca", "America/St_Johns", "Asia/Tehran",
)  # fmt: skip


def some_table(chance: random.Random) -> Calendar:
    quiet = chance.choice([None, QUIET, (time(22), time(8)), (time(1), time(3)), (time(23), time(2, 30)), (time(0), time(12))])
    days_off = tuple(sorted(chance.sample(range(7), chance.choice([0, 0, 1, 2, 3]))))
    return Calendar(chance.choice(ZONES), days_off, chance.choice(["", "", "DE", "US"]), quiet)


def some_pauses(chance: random.Random, start: datetime) -> list[Span]:
    found = []
    for _ in range(chance.choice([0, 0, 1, 3])):
        begin = start + timedelta(seconds=chance.randrange(-5 * 86400, 20 * 86400))
        found.append(Span(begin, begin + timedelta(seconds=chance.randrange(1, 6 * 86400))))
    return sorted(found)


@pytest.mark.parametrize("seed", range(30))
def test_used_time_is_the_exact_inverse_of_the_deadline(seed):
    chance = random.Random(seed)
    for _ in range(100):  # 30 x 100
        start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=chance.randrange(3 * 366 * 86400))
        allowance = chance.choice([60, chance.randrange(1, 14 * 86400), 86400])
        calendar, rows = some_table(chance), some_pauses(chance, start)
        pauses = lambda calendar=calendar, rows=rows, start=start: merged(calendar.spans(start), rows)  # noqa: E731
        due = deadline(start, allowance, pauses())
        assert elapsed(start, due, pauses()) == allowance, (start, allowance, calendar, rows)
        assert elapsed(start, due - timedelta(seconds=1), pauses()) == allowance - 1
        assert deadline(start, allowance, pauses()) == due


def test_overlapping_pauses_count_once():
    rows = sorted([span("01-05 10:00", "01-05 14:00"), span("01-05 12:00", "01-05 16:00"), span("01-05 16:00", "01-05 17:00")])
    assert list(merged(rows)) == [span("01-05 10:00", "01-05 17:00")]
    assert deadline(utc("01-05 09:00"), 2 * HOUR, merged(rows)) == utc("01-05 18:00")


def test_a_deadline_on_the_start_of_a_pause_is_that_instant():
    rows = [span("01-05 12:00", "01-05 18:00")]
    assert deadline(utc("01-05 09:00"), 3 * HOUR, rows) == utc("01-05 12:00")
    assert deadline(utc("01-05 09:00"), 3 * HOUR + 1, rows) == utc("01-05 18:00") + timedelta(seconds=1)


def test_a_turn_that_begins_in_a_pause_begins_to_count_at_its_end():
    rows = [span("01-05 08:00", "01-05 18:00")]
    assert deadline(utc("01-05 09:00"), HOUR, rows) == utc("01-05 19:00")


def test_a_clock_that_stands_says_until_when():
    assert paused_until(utc("01-10 12:00"), merged(WEEKEND.spans(utc("01-10 12:00")))) == utc("01-12 00:00")
    assert paused_until(utc("01-12 00:00"), merged(WEEKEND.spans(utc("01-10 12:00")))) is None


# -- wall clocks ------------------------------------------------------------------------------------
def test_a_wall_time_in_the_spring_gap_is_the_first_moment_after_it():
    assert instant(date(2026, 3, 29), time(2, 30), "Europe/Berlin") == utc("03-29 01:00")
    assert instant(date(2026, 10, 4), time(2, 15), "Australia/Lord_Howe") == utc("10-03 15:30")


def test_a_wall_time_that_comes_twice_is_the_first_of_the_two():
    assert instant(date(2026, 10, 25), time(2, 30), "Europe/Berlin") == utc("10-25 00:30")


def test_a_quiet_night_that_ends_in_the_doubled_hour_ends_at_the_first_of_the_two():
    table = Calendar("Europe/Berlin", quiet=(time(23), time(2, 30)))
    due = deadline(utc("10-24 20:00"), 12 * HOUR, merged(table.spans(utc("10-24 20:00"))))
    assert due == utc("10-25 11:30")  # an hour before it, from 00:30 on eleven more


def test_quiet_hours_whose_ends_fall_together_on_a_change_day_are_empty():
    table = Calendar("Europe/Berlin", quiet=(time(2), time(3)))
    assert [found for found in table.spans_of(date(2026, 3, 29)) if found.end > found.begin] == []


def test_three_days_off_and_half_of_each_other_day_still_come_to_an_end():
    table = Calendar("Europe/Berlin", (0, 1, 2), "DE", (time(0), time(12)))
    due = deadline(utc("01-01 00:00"), 14 * 24 * HOUR, merged(table.spans(utc("01-01 00:00"))))
    assert due < utc("03-20 00:00")


def test_holidays_are_those_of_the_country_in_the_zone_of_the_table():
    table = Calendar("Europe/Berlin", country="DE")
    due = deadline(utc("12-24 20:00"), 4 * HOUR, merged(table.spans(utc("12-24 20:00"))))
    assert due.astimezone(ZoneInfo("Europe/Berlin")).date() == date(2026, 12, 27)


@pytest.mark.parametrize(("country", "start"), [("UA", "01-05 09:00"), ("LK", "12-28 09:00")])
def test_holidays_of_a_country_that_has_announced_no_more_of_them_stop_no_clock(country, start):
    """Neither does the search for the next one go on for ever: Ukraine keeps none in wartime."""
    calendar = Calendar("UTC", country=country)
    assert deadline(utc(start), 48 * HOUR, merged(calendar.spans(utc(start)))) == utc(start) + timedelta(hours=48)
    assert paused_until(utc(start), merged(calendar.spans(utc(start)))) is None
