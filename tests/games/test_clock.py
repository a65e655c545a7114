"""Deadlines: who is asked until when, what happens when time is out, and that nothing happens twice."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from games import tasks
from games.clocks.paces import DAY, HOUR
from games.clocks.terms import USUAL_TURN
from games.editions.errors import NotAllowed
from games.engine import Event
from games.models import Game, Move, Wait
from games.play import acting, standing_orders
from games.tables import lobby
from games.timeouts import expiring, sweeping
from notifications.models import Notice

pytestmark = pytest.mark.django_db


def test_the_one_who_is_asked_has_the_time_of_the_pace(later, at):
    wait = at.wait()
    assert (wait.seat, wait.turn_key, wait.allowance) == (0, "1:0:turn", USUAL_TURN)
    assert wait.due_at - wait.asked_at == timedelta(seconds=USUAL_TURN)


def test_small_answers_of_one_turn_share_one_clock(later, at):
    before = at.wait()
    later(hours=1)
    at.act(0, "steer", "north")
    after = at.wait()
    assert (after.pk, after.due_at) == (before.pk, before.due_at)


def test_the_next_seat_gets_a_wait_of_its_own_and_one_letter(later, at, mary):
    at.turn(0)
    wait = at.wait()
    assert wait.seat == 1
    assert list(Notice.objects.filter(kind="turn", user=mary).values_list("key", flat=True)) == [f"turn:{wait.pk}"]
    assert Wait.objects.get(seat=0).closed_by == "player"


def test_two_reminders_go_before_time_is_out(later, at, anne):
    later(hours=35)
    assert not Notice.objects.filter(kind="reminder").exists()
    later(hours=1, seconds=1)
    later(hours=1)
    assert Notice.objects.filter(kind="reminder", user=anne).count() == 1
    later(hours=8)
    assert Notice.objects.filter(kind="reminder", user=anne).count() == 2
    assert at.game.number == 0


def test_when_time_is_out_the_whole_turn_is_played_by_default(later, at, anne):
    for _ in range(5):
        later(hours=12, seconds=1)
    assert list(Move.objects.filter(game=at.pk, number__gt=0).values_list("decision", "answer", "by")) == [
        ("steer", "stay", "clock"),
        ("dig", "no", "clock"),
    ]
    assert at.wait().seat == 1
    player = at.game.players.get(seat=0)
    assert (player.strikes, player.strikes_running) == (1, 1)
    assert Notice.objects.filter(kind="played", user=anne).count() == 1
    assert Wait.objects.get(seat=0).closed_by == "clock"


def test_an_answer_in_the_last_second_counts(later, at):
    wait = at.wait()
    later(sweep=False, seconds=USUAL_TURN - 1)
    at.turn(0)
    later(seconds=2)
    assert not Move.objects.filter(game=at.pk, by="clock").exists()
    assert sweeping.do_step(wait.pk, wait.next_at) is False


def test_a_captain_who_answers_is_no_longer_counted_as_absent(later, at):
    for _ in range(5):
        later(hours=12, seconds=1)
    at.turn(1)
    at.turn(0)
    player = at.game.players.get(seat=0)
    assert (player.strikes, player.strikes_running) == (1, 0)


def test_a_step_that_is_delivered_twice_plays_once(later, at):
    later(sweep=False, hours=60, seconds=1)
    Wait.objects.update(next_step="expire")
    wait = at.wait()
    assert sweeping.do_step(wait.pk, wait.next_at) is True
    assert sweeping.do_step(wait.pk, wait.next_at) is False
    assert at.game.number == 2


def test_after_hours_of_downtime_everything_due_happens_once(later, at):
    later(sweep=False, minutes=5)
    later(sweep=False, days=9)
    for _ in range(5):
        tasks.sweep()
    assert Move.objects.filter(game=at.pk, by="clock").count() == 2
    assert not Notice.objects.filter(kind="reminder").exists()
    assert at.wait().due_at - at.wait().asked_at == timedelta(seconds=USUAL_TURN)


def test_who_wanted_to_be_asked_about_a_raid_has_a_day_at_most(later, at):
    standing_orders.save_orders(at.pk, 1, {"defend": "ask"})
    at.act(0, "steer", "raid")
    assert at.wait().allowance == DAY
    for _ in range(6):
        later(hours=6, seconds=1)
    assert Move.objects.get(game=at.pk, decision="defend").by == "clock"


def test_the_clock_of_the_turn_stands_still_while_someone_else_is_asked(later, at):
    standing_orders.save_orders(at.pk, 1, {"defend": "ask"})
    later(hours=10)
    at.act(0, "steer", "raid")
    later(hours=5)
    at.act(1, "defend", "yield")
    assert at.wait().seat == 0
    assert at.wait().allowance == USUAL_TURN - 10 * HOUR


def broken(monkeypatch, toy):
    def fails(self, state, action, dice):
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(type(toy), "on_steer", fails)


# 13
def test_a_game_whose_rules_fail_is_tried_six_times_ever_later_and_then_set_aside(later, at, toy, monkeypatch, golden):
    broken(monkeypatch, toy)
    later(hours=47)
    later(hours=12, sweep=False)
    Wait.objects.update(next_step="expire", next_at=timezone.now() + timedelta(hours=1))
    tries = []
    for _ in range(120):
        later(minutes=1)
        if at.wait().failures > len(tries):
            tries.append(timezone.now())
    pauses = [int((late - early).total_seconds()) // 60 for early, late in pairwise(tries)]
    assert pauses == [1, 2, 4, 8, 16]
    assert (at.game.status, at.game.number) == (Game.Status.STUCK, 0)
    assert Notice.objects.filter(kind="stuck").count() == 2
    assert tasks.sweep() == 0
    with golden.refused("refusals/clock", NotAllowed):
        at.act(0, "steer", "stay")


def test_a_game_whose_rules_fail_holds_up_no_other(later, at, toy, monkeypatch, mary, anne):
    game = lobby.create(mary, "toy", {"rounds": 3}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, anne, place="london")
    original = type(toy).on_steer

    def fails(self, state, action, dice):
        if state.most == 3:
            raise ZeroDivisionError("a fault of ours")
        return original(self, state, action, dice)

    monkeypatch.setattr(type(toy), "on_steer", fails)
    later(minutes=5)
    for _ in range(67):
        later(hours=1)
    game.refresh_from_db()
    assert (game.status, game.number) == (Game.Status.STUCK, 0)
    assert (at.game.status, at.game.number, at.wait().seat) == (Game.Status.RUNNING, 2, 1)


def test_a_game_set_aside_goes_on_with_fresh_clocks_when_mended(later, at, toy, monkeypatch):
    with monkeypatch.context() as fault:
        broken(fault, toy)
        for _ in range(100):
            later(hours=1)
    acting.take_up_again(at.pk)
    assert at.wait().due_at == timezone.now() + timedelta(seconds=USUAL_TURN)
    at.turn(0)
    assert at.game.number == 2


def test_questions_without_end_are_answered_fifty_times_and_then_the_game_is_set_aside_and_says_so(later, at, toy, monkeypatch):
    asked = []

    def asks_again(self, state, action, dice):
        asked.append(action.decision)
        return [Event("dug", action.seat)]

    monkeypatch.setattr(type(toy), "on_dig", asks_again)
    for _ in range(100):
        later(hours=1)
    assert len(asked) == sweeping.MOST_FAILURES * (expiring.MAX_ANSWERS - 1)  # the first answer of each try was to steer
    assert (at.game.status, at.game.number) == (Game.Status.STUCK, 0)
    assert Notice.objects.filter(kind="stuck").count() == 2
    due = at.wait().due_at
    later(days=30)
    assert (at.wait().due_at, at.game.number) == (due, 0)


def test_the_sweep_reports_how_late_it_is(later, at):
    from games.queries.lists import longest_overdue

    later(sweep=False, seconds=36 * HOUR + 90)
    assert longest_overdue() == 90


def test_the_sweep_is_on_the_schedule_of_every_beat():
    from buccaneer_site.celery import app

    assert app.conf.beat_schedule["games.sweep"]["task"] in app.tasks
