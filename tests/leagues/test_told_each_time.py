"""Whatever organisers decide is told: the second of two decisions in one second too, and what is decided once more."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from leagues.models import Entry
from leagues.services import clocks, entries, results, withdrawals
from notifications.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_moment():
    """Everything happens in the same second."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def told(user) -> list[str]:
    """The decisions that this person is told of, in their order."""
    rows = Notice.objects.filter(kind="league-decision", user=user).order_by("pk")
    return [row.facts["reason"] for row in rows]


def test_two_decisions_about_a_season_in_one_second_are_both_told(run, members, organiser):
    clocks.pause_season(run.pk, organiser, 5, "the harbour is closed")
    clocks.resume_season(run.pk, organiser, "it is open again")
    assert told(members[0]) == ["the harbour is closed", "it is open again"]


def test_two_decisions_about_a_table_in_one_second_are_both_told(run, members, organiser):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    clocks.extend(fixture.pk, organiser, 5, "a wedding")
    clocks.extend(fixture.pk, organiser, 5, "a second wedding")
    assert told(members[0]) == ["a wedding", "a second wedding"]


def test_a_table_that_is_void_for_the_second_time_is_told_as_such(run, members, organiser):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    for reason in ("a fault", "another fault"):
        results.void(fixture.pk, organiser, reason)
        results.replay(fixture.pk, organiser, f"once more after {reason}")
        run.start_games()
    expected = ["a fault", "once more after a fault", "another fault", "once more after another fault"]
    assert told(members[0]) == expected


def test_who_moves_up_from_the_waiting_list_twice_is_told_twice(make_run, members):
    run = make_run(members[:4], most_entries=4)
    late, first, second = members[4], members[0], members[1]
    entries.register(run.pk, late)
    withdrawals.withdraw(run.pk, first)
    withdrawals.withdraw(run.pk, late)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        for user in (first, late):
            entries.register(run.pk, user)
        assert run.entry(late).status == Entry.Status.WAITING
        withdrawals.withdraw(run.pk, second)
    assert run.entry(late).status == Entry.Status.ACCEPTED
    assert told(late) == ["a place came free", "a place came free"]
