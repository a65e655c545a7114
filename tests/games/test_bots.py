"""Bots play by themselves after a person's move, and what was interrupted goes on."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import tasks
from games.engine import Action
from games.models import Game, Move
from games.play import bots
from games.tables import lobby
from tests.games.conftest import At
from tests.reading import part


@pytest.fixture
def with_bots(anne, django_capture_on_commit_callbacks):
    """Anne on seat 0 against two bots."""
    with django_capture_on_commit_callbacks(execute=True):
        game = lobby.create(anne, "toy", {"rounds": 3}, seats=3, bots=("easy", "middle"), place="bombay")
    return At(game)


def test_bots_play_until_a_person_is_asked(with_bots, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        with_bots.turn(0)
    assert with_bots.wait().seat == 0
    assert set(Move.objects.filter(game=with_bots.pk, seat__gt=0).values_list("by", flat=True)) == {"bot"}


def test_a_bots_turn_that_was_lost_is_started_by_the_sweep(with_bots, django_capture_on_commit_callbacks):
    with_bots.turn(0)  # nothing runs after this commit: as if the process died
    assert with_bots.wait().seat == 1
    with (
        time_machine.travel(timezone.now() + timedelta(seconds=31), tick=False),
        django_capture_on_commit_callbacks(execute=True),
    ):
        tasks.sweep()
    assert with_bots.wait().seat == 0


def test_a_bot_that_starts_again_does_the_same(with_bots):
    with_bots.turn(0)
    assert bots.next_action(with_bots.game) == bots.next_action(with_bots.game)


def test_two_tasks_for_the_same_bots_play_every_move_once(with_bots):
    with_bots.turn(0)
    bots.play_on(with_bots.pk)
    number = with_bots.game.number
    bots.play_on(with_bots.pk)
    assert with_bots.game.number == number


def test_bots_stop_when_their_spell_is_over_and_say_that_there_is_more(with_bots):
    with_bots.turn(0)
    assert bots.play_on(with_bots.pk, spell=0) is True
    assert bots.play_on(with_bots.pk) is False


def test_a_game_goes_on_to_its_end_between_a_person_and_bots(with_bots, django_capture_on_commit_callbacks):
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            with_bots.turn(0, dig="yes")
    assert with_bots.game.status == Game.Status.OVER


def fails(view, decisions, below):
    raise ZeroDivisionError("a fault of ours")


def talks_nonsense(view, decisions, below):
    return Action(decisions[0].seat, decisions[0].name, "sing")


@pytest.mark.parametrize("fault", [fails, talks_nonsense])
def test_a_bot_that_fails_plays_the_default_and_the_game_goes_on(with_bots, toy, monkeypatch, fault, caplog):
    monkeypatch.setitem(toy.bots, "easy", fault)
    monkeypatch.setitem(toy.bots, "middle", fault)
    with_bots.act(0, "steer", "raid")
    with_bots.act(0, "dig", "no")
    bots.play_on(with_bots.pk)
    played = Move.objects.filter(game=with_bots.pk, by="bot").values_list("decision", "answer")
    assert list(played) == [("defend", "yield")] + [("steer", "stay"), ("dig", "no")] * 2
    assert with_bots.wait().seat == 0
    assert f"game {with_bots.pk}: a fault of the bot" in caplog.text


def test_rules_that_fail_at_a_bots_turn_set_the_game_aside_in_the_end(with_bots, toy, monkeypatch):
    with_bots.turn(0)
    monkeypatch.setattr(type(toy), "on_steer", lambda self, state, action, dice: 1 // 0)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tasks.play_bots(with_bots.pk)
        for _ in range(60):
            clock.shift(timedelta(minutes=10))
            tasks.play_bots(with_bots.pk)
    assert with_bots.game.status == Game.Status.STUCK
    assert with_bots.game.number == 2


def test_a_turn_without_end_is_stopped(with_bots, toy, monkeypatch):
    with_bots.turn(0)
    monkeypatch.setattr("games.play.bots.MAX_ANSWERS_IN_A_TURN", 20)
    monkeypatch.setattr(type(toy), "on_dig", lambda self, state, action, dice: [])
    with pytest.raises(RuntimeError, match="does not end"):
        bots.play_on(with_bots.pk)


def test_a_bot_sees_only_its_own_view(with_bots, toy, monkeypatch):
    seen = []
    monkeypatch.setitem(toy.bots, "easy", lambda view, decisions, below: seen.append(view))
    monkeypatch.setitem(toy.bots, "middle", lambda view, decisions, below: seen.append(view))
    with_bots.turn(0)
    bots.next_action(with_bots.game)
    assert {view["seat"] for view in seen} == {1, 2}
    assert all(set(view) == {"turn", "at", "counts", "hand", "seat"} for view in seen)


def test_the_seat_of_someone_deleted_without_a_word_is_played_too(at, mary, django_capture_on_commit_callbacks):
    mary.delete()
    with django_capture_on_commit_callbacks(execute=True):
        at.turn(0)
    assert at.wait().seat == 0
    assert Move.objects.filter(game=at.pk, seat=1, by="bot").exists()


def test_a_bots_turn_is_told_to_the_sockets_once(with_bots, monkeypatch, django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr("games.announcements.live.moved", lambda game_id, number: told.append(number))
    with_bots.turn(0)
    with django_capture_on_commit_callbacks(execute=True):
        bots.play_on(with_bots.pk)
    assert told[-1] == with_bots.game.number
    assert len(told) <= 3


def test_pages_of_an_edition_without_middling_bots_promise_none(at, anne, client, sign_in, golden):
    sign_in(client, anne)
    assert golden("pages/orders", part(client.get(f"/games/{at.pk}/orders/"), "label:has([value=helmsman])"))
    assert golden("pages/what-if", part(client.get(f"/games/{at.pk}/what-if/"), ".about p"))
    assert golden("pages/new-table", part(client.get("/tables/new/toy/"), "label:has([name=clock_helmsman][value=yes])"))
