"""What ends with time is found by an index, however many games there are; sessions that have ended go."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts import tasks
from games.agreements import votes
from games.tables import housekeeping
from notifications import purging
from notifications.models import LetterIn, LocalLetter, Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def plan():
    """How the database would find these rows. A table as small as this PostgreSQL would read whole, if it were not told not to."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    return lambda rows: rows.explain()


def test_open_seats_whose_time_is_over_are_found_by_an_index(plan):
    assert "player_open_until" in plan(housekeeping.open_too_long(timezone.now()))
    assert housekeeping.close_open_seats(timezone.now()) == 0


def test_votes_whose_time_is_over_are_found_by_an_index(plan):
    assert "vote_expires" in plan(votes.expired(timezone.now()))
    assert votes.close_expired() == 0


@pytest.mark.parametrize(
    ("model", "indexes"),
    [
        (Notice, ("notice_made", "user_id")),
        (LocalLetter, ("local_letter_made",)),
        (LetterIn, ("letter_in_ignored", "letter_in_ended")),
    ],
)
def test_what_is_forgotten_is_found_by_an_index(plan, model, indexes):
    plans = [plan(rows.order_by(by)[:2000]) for rows, by in purging.too_old(timezone.now()) if rows.model is model]
    assert [index in text for index, text in zip(indexes, plans, strict=True)] == [True] * len(indexes)


def test_sessions_that_have_ended_are_cleared_and_others_stay():
    now = timezone.now()
    for key, ends in (("ended", now - timedelta(minutes=1)), ("open", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    tasks.forget_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]


def test_clearing_of_sessions_is_in_the_schedule():
    assert "accounts.tasks.forget_sessions" in [entry["task"] for entry in tasks.SCHEDULE.values()]
