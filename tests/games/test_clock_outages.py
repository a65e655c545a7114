"""Outages: the time in which the site was not at work is given back to everyone, once, and every clock says so."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import tasks
from games.deadlines import heartbeat, recalculation
from games.models import ClockEntry, Heartbeat, Pause, Wait
from games.timeouts import sweeping
from notifications.models import Notice
from notifications.tasks import sweep as post_sweep
from tests.games.test_clock_faults import kinds
from tests.letters import of_kind
from tests.reading import opening, part

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_an_outage_of_six_hours_is_given_back_to_everyone_with_an_hour_more(later, at):
    later(hours=1)
    due = at.wait().due_at
    later(hours=6, down=True)
    moved = at.wait().due_at - due
    assert timedelta(hours=7) <= moved <= timedelta(hours=7, seconds=30)
    assert "clock-moved" in kinds(at)
    later(minutes=1)
    assert kinds(at).count("clock-moved") == 1


def test_nobody_expires_in_an_outage_that_swallowed_their_last_hours(later, at):
    later(minutes=3)
    later(hours=57)
    later(hours=6, down=True)
    later(hours=3)  # an hour more, and two of the three hours of grace that were left
    assert at.game.number == 0
    later(hours=2)
    assert at.game.number == 2


def test_while_the_machine_s_clock_has_gone_back_nobody_is_played_for(later, at):
    later(minutes=3)
    later(hours=48)
    Heartbeat.objects.update(at=timezone.now() + timedelta(hours=13))
    assert heartbeat.is_ok() is False
    later(hours=12, down=True)
    assert at.game.number == 0
    heartbeat.trust_this_clock()
    later(minutes=6)
    assert at.game.number == 2


def test_a_clock_that_jumps_ahead_and_is_set_right_again_takes_nothing_from_anybody(later, at):
    later(hours=47)
    due = at.wait().due_at
    later(hours=20, down=True)  # in truth no time went by
    assert (at.game.number, at.wait().due_at >= due + timedelta(hours=21)) == (0, True)
    Heartbeat.objects.update(at=timezone.now())
    later(hours=-20, down=True)
    assert (heartbeat.is_ok(), heartbeat.went_back()) == (False, True)
    heartbeat.trust_this_clock()
    later(hours=2)
    assert (at.game.number, at.wait().overdue_at, at.wait().due_at >= due) == (0, None, True)


def test_a_beat_that_was_dead_for_six_hours_is_noticed_from_outside(later, at, capsys, golden):
    later(minutes=1)
    call_command("sweep", "--check")
    later(hours=6, sweep=False, down=True)
    with golden.refused("programs/clock", CommandError):
        call_command("sweep", "--check")


def test_the_second_look_does_what_is_due_without_any_beat_and_complains(later, at):
    later(minutes=3)
    later(hours=48, sweep=False)
    with pytest.raises(CommandError):
        call_command("sweep")
    assert at.wait().overdue_at is not None


# -- whichever runs first -----------------------------------------------------------------------------
@pytest.fixture
def beat_alone(monkeypatch):
    """The sweep only writes down that it is at work: what it starts has not begun yet."""
    monkeypatch.setattr("games.tasks.credit_outage.delay", lambda: None)
    monkeypatch.setattr("games.tasks.steps.delay", lambda *wait: None)


def steps() -> None:
    for wait in sweeping.due_waits(timezone.now()):
        sweeping.do_step(*wait)


@pytest.mark.parametrize("first", ["the steps", "the credit"])
@pytest.mark.parametrize(("asked", "was_next"), [(35, "remind1"), (47, "due")])
def test_a_deadline_that_an_outage_moved_is_told_once_whichever_runs_first(later, at, anne, beat_alone, first, asked, was_next):
    later(minutes=5)
    later(hours=asked, sweep=False)
    Wait.objects.update(next_step=was_next, next_at=timezone.now() + HOUR, reminded=0 if was_next == "remind1" else 2)
    due = at.wait().due_at
    later(hours=6, down=True)
    for run in (steps, tasks.credit_outage) if first == "the steps" else (tasks.credit_outage, steps):
        run()
    moved = at.wait().due_at - due
    assert 7 * HOUR <= moved <= 7 * HOUR + timedelta(seconds=30)
    lines = ClockEntry.objects.filter(game=at.pk)
    assert [(line.kind, line.facts["reason"]) for line in lines] == [("clock-moved", "outage")]
    assert [notice.user for notice in Notice.objects.filter(kind="clock-moved")] == [anne]
    assert (at.wait().overdue_at, at.game.number) == (None, 0)


def test_an_outage_in_the_time_of_grace_moves_its_end_and_says_so(later, at, anne, client, sign_in, golden):
    later(minutes=5)
    later(hours=50)
    out = at.wait().next_at
    later(hours=6, down=True)
    moved = at.wait().next_at - out
    assert 7 * HOUR <= moved <= 7 * HOUR + timedelta(seconds=30)
    assert kinds(at) == ["overdue", "grace-moved"]
    page = sign_in(client, anne).get(f"/games/{at.pk}/clock/")
    assert golden("pages/clock", part(page, "[aria-labelledby=lines] li"))
    mail.outbox.clear()
    post_sweep()
    [letter] = of_kind("clock-moved")
    assert golden("letters/clock-moved", opening(letter))


def test_nobody_is_played_for_before_the_outage_was_written_down(later, at):
    later(minutes=5)
    later(hours=48)
    later(hours=13, down=True, sweep=False)  # a worker is there first, with a hint from before
    assert heartbeat.is_ok() is False
    steps()
    assert at.game.number == 0
    for _ in range(3):
        tasks.sweep()
    assert at.game.number == 0
    assert "grace-moved" in kinds(at)


def test_a_credit_whose_task_was_lost_is_started_again(later, at, monkeypatch):
    later(minutes=5)
    with monkeypatch.context() as lost:
        lost.setattr("games.tasks.credit_outage.delay", lambda: None)
        later(hours=6, down=True)
    assert (kinds(at), heartbeat.owed().count()) == ([], 1)
    cache.clear()  # ten minutes later: a cache has a clock of its own
    later(minutes=11)
    assert (kinds(at), heartbeat.owed().count()) == (["clock-moved"], 0)
    cache.clear()
    later(minutes=11)
    assert kinds(at) == ["clock-moved"]


def test_a_table_whose_clock_cannot_be_set_holds_up_no_other(later, anne, mary, at, monkeypatch):
    from tests.games.conftest import At, two_people

    other, recompute = At(two_people(mary, anne)), recalculation.recompute

    def fails(game_id, *reason):
        if game_id == at.pk:
            raise ZeroDivisionError("a fault of ours")
        return recompute(game_id, *reason)

    monkeypatch.setattr(recalculation, "recompute", fails)
    later(minutes=5)
    later(hours=6, down=True)
    assert (kinds(at), kinds(other), heartbeat.owed().count()) == ([], ["clock-moved"], 0)


def test_the_second_look_gives_an_outage_back_before_it_does_what_is_due(later, at):
    later(minutes=5)
    later(hours=47, sweep=False)
    later(hours=6, down=True, sweep=False)
    with pytest.raises(CommandError):
        call_command("sweep")
    assert (kinds(at), Pause.objects.filter(reason="outage").count()) == (["clock-moved"], 1)
    assert at.wait().due_at > timezone.now()
