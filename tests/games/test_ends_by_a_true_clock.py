"""By a clock that was put forward nothing ends, and an outage is given back to everything that has an end."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from core.uptime import Uptime
from games import tasks
from games.agreements import votes
from games.clocks.limits import SPARE_A_GAME
from games.clocks.terms import Terms
from games.deadlines import heartbeat
from games.models import Heartbeat, Player
from games.queries import reliability
from games.tables import lobby
from games.timeouts import seats
from tests.games.conftest import At, two_people
from tests.games.test_clock_people import friends, hours

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(later, anne, mary):
    """A full table with a ready check."""
    game = lobby.create(anne, "toy", seats=2, open_to_all=True, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary)
    return At(game)


@pytest.fixture
def jumped(later, monkeypatch):
    """The clock of this machine is put forward by ten days."""

    def jump():
        run = {"seconds": 0.0}
        monkeypatch.setattr(heartbeat, "uptime", lambda: Uptime("this machine", run["seconds"]))
        Heartbeat.objects.all().delete()
        tasks.sweep()
        later(days=10, down=True, post=False)

    return jump


def open_seat(at: At, player: Player) -> None:
    seats.open_up(at.game, player, timezone.now())
    player.save()


def test_while_the_clock_is_put_forward_nobody_loses_their_seat_in_a_ready_check(full, jumped):
    jumped()
    assert full.game.players.count() == 2


def test_while_the_clock_is_put_forward_no_vote_fails_and_no_open_seat_is_lost(jumped, anne, mary, jack):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "end")
    player = at.game.players.get(seat=2)
    open_seat(at, player)
    jumped()
    vote.refresh_from_db()
    player.refresh_from_db()
    assert (vote.result, player.mode) == ("", "open")


def test_while_the_clock_is_put_forward_no_move_calls_the_last_round_of_a_table_with_an_agreed_end(jumped, anne, mary):
    at = At(two_people(anne, mary, ends_at=timezone.now() + timedelta(days=3), pace=14 * 86_400))
    jumped()
    at.turn(0)
    assert at.game.last_round is None


def test_after_an_outage_the_first_move_after_an_agreed_end_calls_the_last_round(later, anne, mary):
    at = At(two_people(anne, mary, ends_at=timezone.now() + timedelta(days=3), pace=14 * 86_400))
    tasks.sweep()
    later(days=10, down=True, post=False)
    at.turn(0)
    assert at.game.last_round == 1


def test_while_the_clock_is_put_forward_no_sleeping_table_is_closed(jumped, later, anne, mary):
    at = friends(anne, mary)
    Player.objects.update(mode="away")
    seats.check_stalled(at.game, list(at.game.players.all()))
    jumped()
    assert at.game.status == "running"


def test_while_the_clock_is_put_forward_no_idle_table_is_closed(jumped, later, anne):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    later(days=22)
    tasks.tidy_lobby()
    jumped()
    tasks.tidy_lobby()
    game.refresh_from_db()
    assert game.status == "open"


# -- an outage ----------------------------------------------------------------------------------------
def out(later, **span) -> None:
    tasks.sweep()
    cache.clear()
    later(down=True, **span)


def test_after_an_outage_there_is_time_left_to_say_ready(full, later):
    out(later, hours=49)
    assert full.game.players.count() == 2
    later(hours=48)
    assert full.game.players.count() == 2
    later(hours=3)
    assert full.game.players.count() < 2


def test_who_answers_while_no_sweep_is_at_work_is_not_late_and_pays_no_spare_time(later, at, anne):
    Heartbeat.objects.all().delete()
    tasks.sweep()
    later(days=5, down=True, post=False, sweep=False)
    at.turn(0)
    later(down=True)
    assert at.game.players.get(seat=0).spare == SPARE_A_GAME
    assert reliability.reliability_of(anne).on_time > 0.9


def test_who_was_late_before_the_sweep_fell_silent_is_late_all_the_same(later, at, anne):
    later(hours=49)
    later(days=5, down=True, post=False, sweep=False)
    at.turn(0)
    later(down=True)
    assert at.game.players.get(seat=0).spare == SPARE_A_GAME
    assert reliability.reliability_of(anne).on_time < 0.9


def test_after_an_outage_a_vote_is_open_and_an_open_seat_waits_for_as_long_as_they_had_left(later, anne, mary, jack):
    at = friends(anne, mary, jack)
    vote = votes.propose(at.pk, anne, "end")
    player = at.game.players.get(seat=2)
    open_seat(at, player)
    was = vote.expires_at, player.open_until
    out(later, hours=80)
    vote.refresh_from_db()
    player.refresh_from_db()
    assert (vote.result, player.mode) == ("", "open")
    assert (vote.expires_at - was[0], player.open_until - was[1]) == (hours(81), hours(81))
