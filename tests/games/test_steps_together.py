"""Steps of the clock are done in batches: few queries, nobody twice, and one faulty game stops no other."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import tasks
from games.deadlines import recalculation
from games.models import Game, Heartbeat, Move, Pause, Wait
from games.play.session import load
from games.timeouts import sweeping
from games.timeouts.sweeping import load_together
from notifications import outbox
from notifications.models import Delivery, Notice
from tests.games.conftest import At, two_people

FEW = 13
"""Queries for each game of a batch. One by one it takes twenty-two."""


def tables(anne, mary, count: int) -> list[At]:
    """So many games, in all of which the time and grace of the first seat, who has seen the question, are out."""
    games = [At(two_people(anne, mary)) for _ in range(count)]
    ago = timezone.now() - timedelta(days=9)
    Game.objects.update(started_at=ago)
    due = ago + timedelta(days=2)
    Wait.objects.update(next_step="expire", next_at=timezone.now(), asked_at=ago, seen_at=ago, due_at=due, overdue_at=due)
    return games


def due() -> dict:
    return dict(sweeping.due_waits(timezone.now()))


@pytest.fixture
def quiet(monkeypatch):
    """No tasks after commits."""
    monkeypatch.setattr("notifications.tasks.deliver.delay", lambda ids: None)
    monkeypatch.setattr("games.tasks.play_bots.delay", lambda game_id: None)


def test_a_batch_of_expiries_takes_few_queries_for_each_game(db, quiet, anne, mary):
    games = tables(anne, mary, 5)
    planned = due()
    with CaptureQueriesContext(connection) as asked:
        assert sweeping.do_steps(planned) == 5
    assert len(asked) < FEW * 5
    assert [at.game.number for at in games] == [2] * 5


def test_what_is_told_by_a_batch_is_what_single_steps_tell(db, quiet, anne, mary):
    def told():
        notices = Notice.objects.filter(kind__in=["turn", "played"]).order_by("kind", "user", "pk")
        found = [(notice.kind, notice.user_id, notice.facts["seat"], notice.key.partition(":")[0]) for notice in notices]
        return found, sorted(Delivery.objects.values_list("notice__kind", "notice__user", "transport", "state"))

    tables(anne, mary, 3)
    Notice.objects.all().delete()
    with transaction.atomic():
        for wait in due().items():
            sweeping.do_step(*wait)
        single = told()
        transaction.set_rollback(True)
    assert sweeping.do_steps(due()) == 3
    assert told() == single
    assert len(single[0]) == 6


def test_one_faulty_game_stops_no_other_of_its_batch(db, quiet, anne, mary, monkeypatch):
    games = tables(anne, mary, 4)
    faulty, play_for = games[1].pk, sweeping.expiring.play_for

    def fails_at_one(session, wait):
        play_for(session, wait)
        if session.game.pk == faulty:
            raise ArithmeticError

    monkeypatch.setattr("games.timeouts.expiring.play_for", fails_at_one)
    assert sweeping.do_steps(due()) == 3
    assert [at.game.number for at in games] == [2, 0, 2, 2]
    assert [at.wait().failures for at in games] == [0, 1, 0, 0]
    assert Notice.objects.filter(kind="played").count() == 3


def test_a_batch_that_comes_twice_plays_nobody_twice(db, quiet, anne, mary):
    games = tables(anne, mary, 3)
    planned = due()
    assert (sweeping.do_steps(planned), sweeping.do_steps(planned)) == (3, 0)
    assert [at.game.number for at in games] == [2] * 3


def test_two_workers_with_the_same_batch_play_every_turn_once(transactional_db, quiet, anne, mary):
    games = tables(anne, mary, 5)
    planned = due()

    def work():
        try:
            return sweeping.do_steps(planned)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        done = sum(future.result(120) for future in [pool.submit(work), pool.submit(work)])
    done += sweeping.do_steps(due())  # where both stepped back from a game that the other had locked
    assert done == 5
    assert [at.game.number for at in games] == [2] * 5
    assert Move.objects.filter(by="clock", decision="dig").count() == 5
    assert Notice.objects.filter(kind="played").count() == 5


def test_two_waits_of_one_game_are_done_one_after_the_other(db, quiet, anne, mary, monkeypatch):
    tables(anne, mary, 2)
    one = Wait.objects.filter(closed_at=None).first()
    other = Wait.objects.create(game=one.game, seat=1, turn_key="9:1:turn", decision="steer", since_number=0, asked_at=one.asked_at,
                                next_at=one.next_at, next_step=Wait.Step.EXPIRE)  # fmt: skip
    batches, do = [], sweeping.take_steps
    monkeypatch.setattr("games.timeouts.sweeping.take_steps", lambda steps, now: batches.append(len(steps)) or do(steps, now))
    assert sweeping.do_steps(due()) == 2  # nobody asks the second seat: its wait was closed by the first
    assert batches == [2, 0]
    other.refresh_from_db()
    assert other.closed_by


def test_nothing_is_to_come_for_a_game_of_a_batch_that_was_set_aside(db, quiet, anne, mary):
    games = tables(anne, mary, 3)
    Game.objects.filter(pk=games[0].pk).update(status=Game.Status.STUCK)
    assert sweeping.do_steps(due()) == 2
    assert (games[0].wait().next_at, due()) == (None, {})


def test_a_sweep_hands_out_its_steps_in_batches(db, anne, mary, monkeypatch):
    tables(anne, mary, 5)
    monkeypatch.setattr("games.timeouts.sweeping.TOGETHER", 2)
    handed: list[list] = []
    monkeypatch.setattr("games.tasks.steps.delay", handed.append)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    assert tasks.sweep() == 5
    assert [len(batch) for batch in handed] == [2, 2, 1]
    assert sum(tasks.steps(batch) for batch in handed) == 5


def test_a_step_that_an_earlier_release_has_queued_is_done(at):
    wait = at.wait()
    ago = timezone.now() - timedelta(days=9)
    Wait.objects.update(next_step="expire", next_at=ago, asked_at=ago, seen_at=ago, due_at=ago, overdue_at=ago)
    assert tasks.step(wait.pk, ago.isoformat()) == 1
    assert tasks.step(wait.pk, ago.isoformat()) == 0


def test_games_that_are_read_together_are_read_as_each_by_itself(db, anne, mary):
    games = [at.game for at in tables(anne, mary, 3)]
    Game.objects.filter(pk=games[2].pk).update(started_at=timezone.now())
    now = timezone.now()
    for facts in ({"game": games[0]}, {"user": mary}, {}):
        for begin in (now - timedelta(days=3), now):
            Pause.objects.create(begin=begin, end=begin + timedelta(days=1), reason=Pause.Reason.OUTAGE, **facts)
    games = list(Game.objects.order_by("pk"))
    together = load_together(games)
    for game in games:
        alone, one = load(game), together[game.pk]
        assert (one.players, one.piles) == (alone.players, alone.piles)
        assert [player.hand.secrets for player in one.players] == [player.hand.secrets for player in alone.players]
        assert one.clock.rows == alone.clock.rows
    assert [len(one.clock.rows) for one in together.values()] == [6, 4, 2]
    assert recalculation.clock_of(games[0]).rows == together[games[0].pk].clock.rows


def test_what_was_gathered_before_a_fault_is_not_told(db, anne):
    def tell(key):
        return outbox.notify("turn", anne, key, {"game": 1, "wait": 1}, fresh=True)

    def fail_after_telling():
        with outbox.gathered():
            tell("turn:1")
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        fail_after_telling()
    assert not Notice.objects.exists()
    with outbox.gathered():
        tell("turn:2")
        assert not Notice.objects.exists()
    assert list(Delivery.objects.values_list("notice__key", flat=True)) == ["turn:2"]
    tell("turn:3")
    assert Notice.objects.count() == 2
