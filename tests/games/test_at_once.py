"""Several at once: people, double clicks, bots, sweeps. Real threads on a real database."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module

import pytest
from django.core import mail
from django.db import connection, connections
from django.utils import timezone

from games.editions.errors import StalePage
from games.engine import Action, RulesError
from games.models import Game, Move, Wait
from games.play import acting, bots
from games.tables import lobby
from games.timeouts import sweeping
from notifications.inbound import processing
from notifications.inbound.store import store
from notifications.models import Delivery, Notice
from tests.games.conftest import At, two_people
from tests.letters import codes, receipts, sweep

pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(*calls):
    """Start the calls in the same instant; what each returned, or the refusal it got."""
    gate = threading.Barrier(len(calls))

    def run(call):
        try:
            gate.wait(60)
            return call()
        except RulesError as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(180) for future in [pool.submit(run, call) for call in calls]]


def time_is_out():
    """Everyone who is asked was asked long ago, saw it, and has let all their time and grace run out."""
    ago = timezone.now() - timedelta(days=9)
    Game.objects.update(started_at=ago)
    due = ago + timedelta(days=2)
    Wait.objects.update(next_step="expire", next_at=timezone.now(), asked_at=ago, seen_at=ago, due_at=due, overdue_at=due)


@pytest.fixture
def quiet(monkeypatch):
    """No tasks after commits: each test starts what it wants."""
    monkeypatch.setattr("games.tasks.play_bots.delay", lambda game_id: None)


def test_of_a_double_click_one_is_played_and_the_other_told(transactional_db, quiet, anne, mary):
    at = At(two_people(anne, mary))
    click = lambda: acting.act(at.pk, Action(0, "steer", "north"), 0)  # noqa: E731
    results = all_at_once(click, click, click, click)
    assert sum(isinstance(result, Move) for result in results) == 1
    assert sum(isinstance(result, StalePage) for result in results) == 3
    assert (at.game.number, at.game.public["at"]) == (1, [1, 0])


def test_a_move_and_the_clock_at_the_same_instant_play_once(transactional_db, quiet, anne, mary):
    at = At(two_people(anne, mary))
    time_is_out()
    wait = at.wait()
    results = all_at_once(
        lambda: acting.act(at.pk, Action(0, "steer", "north"), 0),
        lambda: sweeping.do_step(wait.pk, wait.next_at),
        lambda: sweeping.do_step(wait.pk, wait.next_at),
    )
    numbers = list(Move.objects.filter(game=at.pk).values_list("number", flat=True))
    assert numbers == list(range(at.game.number + 1))
    assert results[1:].count(True) <= 1
    assert at.wait().seat == 1 or isinstance(results[0], Move)
    assert Notice.objects.filter(kind="played").count() == results[1:].count(True)


def holding_on(monkeypatch, name: str):
    """From now on this function stops, under the lock of its game, until it is let go. The two events: it is there; let it go."""
    there, go = threading.Event(), threading.Event()
    module, _, attribute = name.rpartition(".")
    original = getattr(import_module(module), attribute)

    def waits(*args, **kwargs):
        there.set()
        assert go.wait(60)
        return original(*args, **kwargs)

    monkeypatch.setattr(name, waits)
    return there, go


def second_comes_while_first_holds(first, second, there, go):
    """What both returned, or the refusals they got; the first has the lock before the second begins."""

    def come():
        assert there.wait(60)
        go.set()
        return second()

    return all_at_once(first, come)


def test_an_answer_that_comes_while_the_clock_has_the_lock_is_told_that_it_is_too_late(transactional_db, quiet, monkeypatch, anne, mary):
    at = At(two_people(anne, mary))
    time_is_out()
    wait = at.wait()
    there, go = holding_on(monkeypatch, "games.timeouts.expiring.play_for")
    act = lambda: acting.act(at.pk, Action(0, "steer", "north"), 0)  # noqa: E731
    done, told = second_comes_while_first_holds(lambda: sweeping.do_step(wait.pk, wait.next_at), act, there, go)
    assert done is True
    assert isinstance(told, StalePage)
    assert told.code == "stale"
    assert list(Wait.objects.filter(game=at.pk, seat=0).values_list("closed_by", flat=True)) == ["clock"]
    assert at.game.number == 2


def test_a_clock_that_comes_while_an_answer_has_the_lock_does_nothing(transactional_db, quiet, monkeypatch, anne, mary):
    at = At(two_people(anne, mary))
    at.act(0, "steer", "north")
    time_is_out()
    wait = at.wait()
    there, go = holding_on(monkeypatch, "games.play.acting.present_again")
    act = lambda: acting.act(at.pk, Action(0, "dig", "no"), 1)  # noqa: E731
    move, done = second_comes_while_first_holds(act, lambda: sweeping.do_step(wait.pk, wait.next_at), there, go)
    assert (isinstance(move, Move), done) == (True, False)
    assert list(Wait.objects.filter(game=at.pk, seat=0).values_list("closed_by", flat=True)) == ["player"]
    assert (at.game.number, at.game.players.get(seat=0).strikes) == (2, 0)


def test_two_sweeps_of_two_workers_play_a_turn_once(transactional_db, quiet, anne, mary):
    games = [At(two_people(anne, mary)) for _ in range(4)]
    time_is_out()

    def sweep():
        return sum(sweeping.do_step(*due) for due in sweeping.due_waits(timezone.now()))

    assert sum(all_at_once(sweep, sweep, sweep)) == 4
    assert [at.game.number for at in games] == [2, 2, 2, 2]


def test_two_workers_playing_the_same_bots_agree_on_one_game(transactional_db, quiet, anne):
    game = lobby.create(anne, "toy", {"rounds": 3}, seats=4, bots=("easy",) * 3, place="bombay")
    At(game).turn(0)
    all_at_once(lambda: bots.play_on(game.pk), lambda: bots.play_on(game.pk))
    numbers = list(Move.objects.filter(game=game).values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert At(game).wait().seat == 0
    assert Move.objects.filter(game=game, decision="dig", by="bot").count() == 3


def test_the_last_chair_is_taken_by_one(transactional_db, quiet, anne, mary, jack):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    results = all_at_once(lambda: lobby.join(game.pk, mary), lambda: lobby.join(game.pk, jack))
    assert sum(isinstance(result, RulesError) for result in results) == 1
    game.refresh_from_db()
    assert (game.status, game.players.count()) == (Game.Status.RUNNING, 2)


def test_two_starts_make_one_game(transactional_db, quiet, anne, mary):
    game = lobby.create(anne, "toy", seats=3, open_to_all=True)
    lobby.join(game.pk, mary)
    all_at_once(lambda: lobby.start(game.pk, anne), lambda: lobby.start(game.pk, anne))
    assert Move.objects.filter(game=game).count() == 1


def test_many_games_moved_at_once_never_meet_a_locked_database(transactional_db, quiet, anne, mary):
    games = [At(two_people(anne, mary)) for _ in range(5)]

    def play(at):
        for turn in range(6):
            at.turn(turn % 2, dig="yes")
        return at.game.number

    assert all_at_once(*[lambda at=at: play(at) for at in games]) == [12] * 5


def test_the_database_itself_refuses_a_second_move_of_the_same_number(transactional_db, quiet, anne, mary):
    from django.db import IntegrityError, transaction

    at = At(two_people(anne, mary))
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(game_id=at.pk, number=0, decision="x", by="player", hash="")
    assert connection.is_usable()


def test_an_owner_who_returns_as_a_substitute_sits_down_leaves_one_captain_in_the_seat(transactional_db, quiet, anne, mary, jack):
    from games.models import Player
    from games.timeouts import seats

    at = At(two_people(anne, mary))
    Player.objects.filter(game=at.pk, seat=1).update(mode="open", open_until=timezone.now() + timedelta(days=1))
    results = all_at_once(lambda: seats.take_back(at.pk, mary), lambda: seats.substitute(at.pk, 1, jack))
    player = at.game.players.get(seat=1)
    assert (player.user, player.former) == (mary, None)  # who has not played yet gives the seat back to its owner
    told = isinstance(results[1], RulesError) or Notice.objects.filter(kind="seat-lost", user=jack).exists()
    assert told


def test_two_ballots_at_once_pass_a_vote_once(transactional_db, quiet, anne, mary, jack):
    from games.agreements import votes
    from games.models import Pause

    game = lobby.create(anne, "toy", {"rounds": 100}, seats=3)
    for other in (mary, jack):
        lobby.join(game.pk, other, token=game.join_token)
    vote = votes.propose(game.pk, anne, "pause", timezone.now() + timedelta(days=2))
    all_at_once(*[lambda who=who: votes.cast_vote(game.pk, who, vote.pk, True) for who in (mary, jack)])
    assert Pause.objects.filter(game=game, reason="vote").count() == 1


def test_of_a_letter_and_a_click_at_once_one_is_played_and_the_other_told(transactional_db, quiet, settings, monkeypatch, anne, mary):
    settings.REPLY_DOMAIN = "localhost"
    monkeypatch.setattr("notifications.tasks.read_letter.delay", lambda pk: None)
    at = At(two_people(anne, mary))
    Delivery.objects.update(not_before=timezone.now())
    sweep()
    [letter] = mail.outbox
    code = codes(letter)["north"]
    to = letter.extra_headers["Reply-To"]
    raw = f"From: {anne.email}\nTo: {to}\nMessage-ID: <1@example.org>\nSubject: Re: x\n\n{code}\n".encode()
    kept = store(raw, to, anne.email, timezone.now(), "pass")
    by_letter, by_click = all_at_once(
        lambda: processing.process_letter(kept.pk), lambda: acting.act(at.pk, Action(0, "steer", "stay"), 0, "player")
    )
    if by_letter == "stored":  # the lock was not to be had in time: such a letter is read again
        by_letter = processing.process_letter(kept.pk)
    assert at.game.moves.filter(seat=0).count() == 1
    assert (by_letter == "applied") != isinstance(by_click, Move)
    sweep()
    assert [sent.to for sent in receipts()] == [[anne.email]]
