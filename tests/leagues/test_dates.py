"""The rounds of one's seasons stand in one's own calendar, from day to day."""

from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar

from leagues.models import Entry, Round
from notifications import calendar

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def rounds_of(user) -> list[tuple[str, str, str]]:
    events = [event for event in Calendar.from_ical(calendar.feed_of(user)).walk("VEVENT") if event["uid"].startswith("round-")]
    return [(str(event["summary"]), str(event["dtstart"].dt), str(event["dtend"].dt)) for event in events]


@pytest.fixture
def first(run, time_machine):
    """The first round, from a late evening in UTC on."""
    opens = datetime(2027, 1, 8, 22, 30, tzinfo=UTC)
    time_machine.move_to(opens, tick=False)
    Round.objects.filter(season=run.pk).exclude(number=1).delete()
    Round.objects.filter(season=run.pk).update(opens=opens, target_end=opens + timedelta(days=14))
    return Round.objects.get(season=run.pk)


def test_a_round_is_shown_in_whole_days_as_they_are_where_its_captain_is(first, members, golden):
    captain = members[0]
    [(name, *days)] = rounds_of(captain)
    assert days == ["2027-01-08", "2027-01-23"]
    assert golden("pages/season", name)
    captain.time_zone = "Asia/Kolkata"
    assert rounds_of(captain) == [(name, "2027-01-09", "2027-01-24")]


def test_who_does_not_play_or_plays_no_more_has_no_rounds(first, members, mary):
    assert rounds_of(mary) == []
    Entry.objects.filter(user=members[0]).update(status=Entry.Status.WITHDRAWN)
    assert rounds_of(members[0]) == []


def test_a_round_that_is_over_is_gone(first, members, time_machine):
    time_machine.move_to(first.target_end + timedelta(seconds=1), tick=False)
    assert rounds_of(members[0]) == []
    time_machine.move_to(first.opens, tick=False)
    Round.objects.update(status=Round.Status.CLOSED)
    assert rounds_of(members[0]) == []
