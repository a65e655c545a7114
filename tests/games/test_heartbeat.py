"""An outage, a sweep that comes by rarely, and a clock that somebody put forward are three things; those who run the site hear of each."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from core.uptime import Uptime
from games import tasks
from games.deadlines import heartbeat
from games.models import Heartbeat, Pause
from games.tables import housekeeping
from games.timeouts import sweeping
from notifications import operators
from notifications.models import Alarm, Delivery

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def rarely(later):
    """`rarely(minutes=11, times=20)`: sweeps come by only every so often, and nothing else is ever at work."""

    def go(times: int, *spans: float) -> None:
        for number in range(times):
            later(minutes=spans[number % len(spans)], down=True, post=True)

    later(minutes=1)
    return go


def credited() -> timedelta:
    """How long clocks stood for outages, all together."""
    stood, until = timedelta(), None
    for row in Pause.objects.filter(reason="outage").order_by("begin"):
        begin = max(row.begin, until) if until else row.begin
        stood += max(timedelta(), row.end - begin)
        until = max(row.end, until) if until else row.end
    return stood


# -- rarely -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("every", [11, 30, 61, 119])
def test_a_sweep_that_comes_by_only_so_often_does_not_freeze_the_clocks(rarely, at, every):
    due = at.wait().due_at
    rarely(12, every)
    assert credited() <= 3 * (every * MINUTE + HOUR)
    assert at.wait().due_at - due <= 3 * (every * MINUTE + HOUR)


@pytest.mark.parametrize("spans", [(1, 11), (1, 1, 1, 1, 1, 11), (1, 1, 1, 1, 1, 1, 1, 1, 59)])
def test_gaps_between_sweeps_that_are_near_each_other_do_not_freeze_the_clocks_either(rarely, at, spans):
    rarely(8 * len(spans), *spans)
    assert credited() <= 3 * (max(spans) * MINUTE + HOUR)


@pytest.mark.parametrize("spans", [(1, 1, 1, 1, 1, 1, 1, 1, 70), (5, 5, 5, 5, 5, 5, 5, 5, 130)])
def test_sweeps_that_come_by_every_few_hours_and_take_minutes_do_not_freeze_the_clocks(rarely, at, spans):
    rarely(8 * len(spans), *spans)
    assert credited() <= 3 * (max(spans) * MINUTE + HOUR)


@pytest.mark.parametrize(("gap", "work", "is_usual"), [(6, 24, False), (6, 9, False), (6, 7, True), (1.5, 4, False), (0.2, 2, True)])
def test_outages_are_all_given_back_unless_clocks_would_stand_for_more_than_half_of_the_time(gap, work, is_usual):
    spans = []
    for _ in range(3):
        spans = heartbeat.remembered(spans, gap * HOUR)
        assert not heartbeat.is_usual(spans)
        for _ in range(int(work * 10)):
            spans = heartbeat.remembered(spans, HOUR / 10)
    assert heartbeat.is_usual(heartbeat.remembered(spans, gap * HOUR)) is is_usual


def test_turns_are_played_where_only_cron_sweeps_every_eleven_minutes(later, rarely, at):
    later(hours=46)
    rarely(95, 11)
    assert at.game.number == 2


def test_a_second_long_outage_is_given_back_like_the_first(later, at):
    later(minutes=1)
    due = at.wait().due_at
    for _ in range(2):
        cache.clear()  # a cache has a clock of its own
        later(hours=6, down=True)
        for _ in range(4):
            later(minutes=1, down=True)
    assert Pause.objects.filter(reason="outage").count() == 2
    assert at.wait().due_at - due >= 13 * HOUR


# -- put forward --------------------------------------------------------------------------------------
@pytest.fixture
def machine(monkeypatch):
    """`machine(hours=1)`: so long has this machine run, whatever its clock says."""
    run = {"seconds": 0.0}
    monkeypatch.setattr(heartbeat, "uptime", lambda: Uptime("this machine", run["seconds"]))

    def runs(**span) -> None:
        run["seconds"] += timedelta(**span).total_seconds()

    return runs


def test_a_clock_that_was_put_forward_three_hours_is_told_from_an_outage(later, at, machine):
    tasks.sweep()
    due = at.wait().due_at
    machine(minutes=1)
    later(hours=3, minutes=1, down=True)
    assert (heartbeat.is_ok(), heartbeat.was_put_forward(), Pause.objects.count()) == (False, True, 0)
    machine(minutes=1)
    later(hours=-3, minutes=1, down=True)
    assert (heartbeat.is_ok(), heartbeat.was_put_forward(), Pause.objects.count()) == (True, False, 0)
    assert at.wait().due_at == due


def test_while_the_clock_is_put_forward_nobody_is_played_for(later, at, machine):
    tasks.sweep()
    later(hours=70, down=True)
    for _ in range(3):
        machine(minutes=6)
        later(minutes=6, down=True)
    assert at.game.number == 0


def test_a_clock_that_went_back_and_was_trusted_again_may_be_set_right(later, at, machine):
    """It showed half an hour too little for hours, so it caught up with the last heartbeat before it was set right."""
    tasks.sweep()
    due = at.wait().due_at
    later(minutes=-30, down=True)
    for _ in range(10):
        machine(minutes=5)
        later(minutes=5, down=True)
    assert heartbeat.is_ok(), "it has caught up"
    machine(minutes=1)
    later(minutes=31, down=True)
    assert (heartbeat.is_ok(), heartbeat.was_put_forward()) == (True, False)
    assert at.wait().due_at - due >= 30 * MINUTE, "nobody loses the time by which it was set right"
    machine(minutes=1)
    later(hours=3, minutes=1, down=True)
    assert heartbeat.was_put_forward(), "more than it went back is still no time that has gone by"


def test_who_trusts_a_clock_that_was_put_forward_gives_everybody_that_time(later, at, machine):
    tasks.sweep()
    due = at.wait().due_at
    later(hours=3, down=True)
    call_command("sweep", "--trust-this-clock")
    assert (heartbeat.is_ok(), heartbeat.was_put_forward()) == (True, False)
    assert at.wait().due_at - due == 4 * HOUR


def test_after_the_machine_was_started_anew_a_gap_is_an_outage(later, at, machine, monkeypatch):
    tasks.sweep()
    monkeypatch.setattr(heartbeat, "uptime", lambda: Uptime("started anew", 5.0))
    later(hours=3, down=True)
    assert Pause.objects.filter(reason="outage").count() == 1


# -- letters to those who run the site ----------------------------------------------------------------
@pytest.fixture
def told(settings, django_capture_on_commit_callbacks):
    """`told(do)`: the subjects of what the operator gets when this is done."""
    settings.ADMINS = [("Olga", "olga@example.org")]

    def subjects(do, *args, **more) -> list[str]:
        before = len(mail.outbox)
        with django_capture_on_commit_callbacks(execute=True):
            do(*args, **more)
        letters = [letter for letter in mail.outbox[before:] if letter.to == ["olga@example.org"]]
        return [letter.subject.removeprefix("[Buccaneer] ") for letter in letters]

    return subjects


def test_the_operator_is_told_once_an_hour_that_clocks_stand_still(later, at, told, machine, golden):
    tasks.sweep()
    assert golden("letters/operators", told(later, hours=3, down=True))
    machine(minutes=5)
    assert told(later, minutes=5, down=True) == []
    machine(hours=1)
    assert golden("letters/operators", told(later, hours=1, down=True))


def test_the_operator_is_told_that_the_clock_went_back(later, at, told, golden):
    tasks.sweep()
    assert golden("letters/operators", told(later, hours=-2, down=True))


def test_the_operator_is_told_that_the_sweep_was_silent_once_a_day(later, at, told, golden):
    tasks.sweep()
    assert golden("letters/operators", told(later, hours=3, down=True))
    assert told(later, hours=3, down=True) == []
    assert golden("letters/operators", told(later, hours=25, down=True))


def test_cron_tells_the_operator_of_a_dead_beat_and_of_letters_that_wait(later, at, told, golden):
    later(minutes=1)
    later(minutes=9, down=True, sweep=False, post=False)
    assert golden("letters/operators", told(housekeeping.notify_operators))
    assert Delivery.objects.exists()
    assert told(housekeeping.notify_operators) == []


def test_the_operator_is_told_of_a_game_that_is_set_aside_and_reminded_every_day(later, at, told, golden):
    later(minutes=1)
    for _ in range(5):
        sweeping.note_failure(at.wait().pk)
    assert golden("letters/operators", told(sweeping.note_failure, at.wait().pk))
    assert golden("letters/operators", told(tasks.watch))
    assert told(tasks.watch) == []
    later(hours=25)
    assert golden("letters/operators", told(tasks.watch))


def test_all_is_well_and_nobody_is_written_to(later, at, told):
    later(minutes=5)
    assert told(tasks.watch) == []


def test_without_a_relay_the_operator_is_told_when_it_is_back(told, monkeypatch, golden):
    def is_away(*args, **more):
        raise smtplib.SMTPServerDisconnected("no relay")

    with monkeypatch.context() as away:
        away.setattr(operators, "mail_admins", is_away)
        assert told(operators.tell, "letters wait", "Letters wait", "") == []
    assert not Alarm.objects.exists()
    assert golden("letters/operators", told(operators.tell, "letters wait", "Letters wait", ""))


def test_a_site_without_operators_and_a_quiet_copy_write_nothing(settings, told):
    settings.QUIET = True
    assert told(operators.tell, "clock", "Clocks stand still", "") == []
    settings.QUIET, settings.ADMINS = False, []
    assert told(operators.tell, "clock", "Clocks stand still", "") == []


def test_this_machine_says_how_long_it_has_run():
    from core.uptime import uptime

    first, second = uptime(), uptime()
    assert (first.boot == second.boot, second.seconds >= first.seconds) == (True, True)


def test_the_row_of_the_heartbeat_remembers_gaps_and_the_time_between_them(rarely, at):
    rarely(6, 1, 5, 20)
    assert Heartbeat.objects.get().gaps[1:] == [1200, -360, 1200]
    assert len(heartbeat.remembered([60, -60] * 20, HOUR)) == heartbeat.SPANS


def test_the_page_of_readiness_says_that_the_clock_was_put_forward(later, at, machine):
    from games.agreements.clock_queries import state_of_the_clock

    tasks.sweep()
    later(hours=3, down=True)
    found = state_of_the_clock()
    assert (found["is_ok"], found["clock"]) == (False, "was put forward")
    assert timezone.now() - Heartbeat.objects.get().at > 2 * HOUR
