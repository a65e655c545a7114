"""The calendar of what waits for me: true, mine alone, and in a form every program reads."""

from datetime import timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from games.models import Game, Wait
from notifications import calendar

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def feed(client, anne):
    """`feed()` gives the answer for Anne's calendar, `feed.events()` what stands in it."""
    calendar.renew_feed(anne)
    path = calendar.link_of(anne).removeprefix("http://").partition("/")[2]

    def feed(**headers):
        return client.get(f"/{path}", headers=headers)

    feed.events = lambda: Calendar.from_ical(feed().content).walk("VEVENT")
    return feed


def test_each_turn_that_waits_for_me_stands_there_until_it_is_due(at, feed, golden):
    [event] = feed.events()
    wait = at.wait()
    assert golden("pages/calendar", str(event["summary"]))
    assert event["dtend"].dt == wait.due_at.replace(microsecond=0)
    assert event["dtend"].to_ical().endswith(b"Z")
    assert str(event["url"]).endswith(f"/games/{at.pk}/")
    assert (event["status"], event["transp"]) == ("CONFIRMED", "TRANSPARENT")


def test_what_is_answered_is_taken_out_and_forgotten_after_a_week(at, feed, time_machine):
    at.turn(0)
    [event] = feed.events()
    assert event["status"] == "CANCELLED"
    time_machine.move_to(timezone.now() + timedelta(days=8))
    assert feed.events() == []


def test_turns_of_others_do_not_stand_in_my_calendar(at, feed, mary):
    at.turn(0)
    calendar.renew_feed(mary)
    assert len([event for event in feed.events() if event["status"] == "CONFIRMED"]) == 0
    assert len(Calendar.from_ical(calendar.feed_of(mary)).walk("VEVENT")) == 1


def test_lines_are_short_end_rightly_and_words_of_people_stay_words(at, feed):
    Game.objects.filter(pk=at.pk).update(name="Möwe; \\ , \r\nBEGIN:VEVENT " + "🏴‍☠️" * 6)
    body = feed().content
    assert body.count(b"\nBEGIN:VEVENT") == 1
    assert b"\n" not in body.replace(b"\r\n", b"")
    assert max(len(line) for line in body.split(b"\r\n")) <= 75
    assert "Möwe; \\ , BEGIN:VEVENT" in feed.events()[0]["summary"]


def test_a_deadline_that_moved_counts_up(at, feed):
    Wait.objects.update(due_at=at.wait().due_at + timedelta(hours=5))
    assert feed.events()[0]["sequence"] == 300


def test_what_did_not_change_is_not_sent_again(at, feed):
    first = feed()
    assert (first["Cache-Control"], first["Content-Type"]) == ("private, max-age=900", "text/calendar; charset=utf-8")
    assert feed(if_none_match=first["ETag"]).status_code == 304
    at.turn(0)
    assert feed(if_none_match=first["ETag"]).status_code == 200


def test_who_has_left_has_no_calendar(at, feed, anne):
    anne.is_active = False
    anne.save()
    assert feed().status_code == 404


def test_no_deadline_blocks_its_owners_time(at, feed):
    events = feed.events()
    assert events
    assert {str(event["transp"]) for event in events} == {"TRANSPARENT"}
