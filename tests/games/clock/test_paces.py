"""What each pace allows, and what it leaves in the bank."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import hypothesis
import pytest
from hypothesis import strategies as st

from games.clocks.due_times import Calendar, deadline, elapsed, merged
from games.clocks.forecast import forecast_turn
from games.clocks.paces import DAY, HOUR, Asked, Bank, Slots, Steady, Untimed, pace_from_json
from games.clocks.terms import BadTerms, Terms, checked
from tests.depth import DEPTH

BANK = Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR)
FREE = Bank(5 * DAY, 6 * HOUR, 5 * DAY, 6 * HOUR, free=12 * HOUR)


def asked(text="2026-01-05 09:00", zone="UTC", bank=None, calendar=None):
    at = datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return Asked(at, zone, bank, lambda: merged((calendar or Calendar(zone)).spans(at)))


def test_a_steady_pace_gives_every_turn_the_same():
    assert Steady(DAY).allowance(asked()) == DAY
    assert Steady(DAY).bank_after(None, HOUR) is None


@pytest.mark.parametrize(("bank", "allowed"), [(None, 3 * DAY), (2 * DAY, 2 * DAY), (HOUR, 12 * HOUR), (0, 12 * HOUR)])
def test_a_bank_gives_what_is_in_it_and_never_less_than_its_floor(bank, allowed):
    assert BANK.allowance(asked(bank=bank)) == allowed


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [
        (3 * DAY, DAY, 2 * DAY + 12 * HOUR),
        (5 * DAY, 0, 5 * DAY),
        (0, 20 * HOUR, 12 * HOUR),
        (HOUR, 40 * DAY, 12 * HOUR),
    ],
)
def test_a_bank_pays_for_the_turn_and_gains_an_increment_up_to_its_cap(bank, used, left):
    assert BANK.bank_after(bank, used) == left


def test_with_a_free_span_only_what_is_beyond_it_is_charged():
    assert FREE.allowance(asked(bank=DAY)) == DAY + 12 * HOUR
    assert FREE.bank_after(DAY, 11 * HOUR) == DAY + 6 * HOUR
    assert FREE.bank_after(DAY, 13 * HOUR) == DAY + 5 * HOUR


def test_who_takes_over_a_seat_finds_at_least_half_a_bank():
    assert BANK.bank_for_successor(0) == 36 * HOUR
    assert BANK.bank_for_successor(4 * DAY) == 4 * DAY


def due(pace, question):
    return deadline(question.at, pace.allowance(question), question.pauses())


EVENINGS = Slots((0, 2, 4), 20, 0, 12 * HOUR)


def test_slots_are_due_at_the_first_one_that_leaves_the_least_time():
    assert due(EVENINGS, asked("2026-01-05 07:59")) == datetime(2026, 1, 5, 20, tzinfo=UTC)
    assert due(EVENINGS, asked("2026-01-05 08:01")) == datetime(2026, 1, 7, 20, tzinfo=UTC)


def test_a_turn_that_opens_five_minutes_after_a_slot_is_due_at_the_next():
    assert due(EVENINGS, asked("2026-01-05 20:05")) == datetime(2026, 1, 7, 20, tzinfo=UTC)


def test_slots_keep_to_the_wall_clock_of_the_table_over_the_change():
    question = asked("2026-03-27 20:05", "Europe/Berlin")
    found = due(EVENINGS, question)
    assert found.astimezone(ZoneInfo("Europe/Berlin")).replace(tzinfo=None) == datetime(2026, 3, 30, 20)


def test_a_slot_in_the_gap_is_the_first_moment_after_it_and_in_a_doubled_hour_comes_once():
    nights = Slots((0, 1, 2, 3, 4, 5, 6), 2, 30, HOUR)
    spring = list(zip(range(4), nights.slots(datetime(2026, 3, 28, 3, tzinfo=UTC), "Europe/Berlin"), strict=False))
    assert datetime(2026, 3, 29, 1, tzinfo=UTC) in [slot for _, slot in spring]
    autumn = [slot for _, slot in zip(range(6), nights.slots(datetime(2026, 10, 23, tzinfo=UTC), "Europe/Berlin"), strict=False)]
    days = [slot.astimezone(ZoneInfo("Europe/Berlin")).date() for slot in autumn]
    assert len(days) == len(set(days))
    assert datetime(2026, 10, 25, 0, 30, tzinfo=UTC) in autumn


def test_a_slot_that_falls_on_a_day_off_is_passed_over():
    question = asked("2026-01-08 20:05", calendar=Calendar("UTC", (4, 5, 6)))
    assert due(EVENINGS, question) == datetime(2026, 1, 12, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pace", "calendar", "expected"),
    [
        (Slots((0,), 20, 0), Calendar("UTC", (0,)), "2026-01-12 00:00"),
        (EVENINGS, Calendar("UTC", quiet=(time(20), time(8))), "2026-01-07 20:00"),
        (EVENINGS, Calendar("UTC", quiet=(time(19), time(7))), "2026-01-07 19:00"),
        (Slots((0,), 2, 30), Calendar("Europe/Berlin", quiet=(time(2), time(3))), "2026-01-12 01:00"),
    ],
)
def test_a_slot_that_never_counts_is_due_when_the_time_that_does_not_count_begins(pace, calendar, expected):
    assert due(pace, asked("2026-01-05 20:05", calendar.zone, calendar=calendar)) == datetime.fromisoformat(f"{expected}+00:00")


CLOCKS = st.times().map(lambda moment: moment.replace(second=0, microsecond=0))
DAYS = st.sets(st.integers(0, 6)).map(lambda days: tuple(sorted(days)))
CALENDARS = st.builds(
    Calendar, st.sampled_from(("UTC", "Europe/Berlin", "Africa/Cairo")), DAYS, st.sampled_from(("", "DE", "LK", "UA")),
    st.none() | st.tuples(CLOCKS, CLOCKS),
)  # fmt: skip
SLOTS = st.builds(Slots, DAYS, st.integers(0, 23), st.sampled_from((0, 30)), st.integers(12, 168).map(lambda hours: hours * HOUR))


@hypothesis.settings(max_examples=150 * DEPTH)
@hypothesis.given(SLOTS, CALENDARS, st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 31), timezones=st.just(UTC)))
def test_fixed_times_and_a_calendar_that_a_table_may_have_give_every_turn_a_deadline(pace, calendar, start):
    start = start.replace(second=0, microsecond=0)
    try:
        terms = checked(Terms(pace, calendar), friends_only=True)
    except BadTerms:
        hypothesis.reject()
    forecast = forecast_turn(terms, start)
    assert elapsed(start, forecast.due, merged(calendar.spans(start))) >= pace.least
    assert start < forecast.due <= forecast.out < start + timedelta(days=60)


def test_untimed_tables_have_no_deadline():
    assert Untimed().allowance(asked()) is None


@pytest.mark.parametrize("pace", [Steady(DAY), BANK, FREE, EVENINGS, Untimed()])
def test_a_pace_survives_being_stored(pace):
    assert pace_from_json(pace.to_json()) == pace


def test_a_quiet_night_does_not_shorten_the_least_time_before_a_slot():
    question = asked("2026-01-05 04:00", calendar=Calendar("UTC", quiet=(time(0), time(8))))
    assert due(EVENINGS, question) == datetime(2026, 1, 5, 20, tzinfo=UTC)
    assert due(EVENINGS, Asked(question.at + timedelta(hours=5), "UTC", None, question.pauses)).day == 7
