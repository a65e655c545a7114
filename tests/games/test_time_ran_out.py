"""What people are told when somebody's time ran out: whose it was, what was played, and what it means from now on."""

import re

import pytest

from games.models import Game, Wait
from games.tables import lobby
from games.timeouts import sweeping

pytestmark = pytest.mark.django_db

A_TURN = 60 * (48 + 12)


@pytest.fixture
def race(anne, mary) -> Game:
    """A running race of Anne and Mary."""
    game = lobby.create(anne, "piracy", seats=2)
    lobby.join(game.pk, mary, token=game.join_token)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def after(race, post):
    """The time of the one on turn runs out; returns their letter, and the next player's."""
    wait = Wait.objects.get(game=race, closed_at=None)
    post.letters()
    post.letters(A_TURN)
    for _ in range(6):
        wait.refresh_from_db()
        sweeping.do_step(wait.pk, wait.next_at)
    sent = post.letters(12)
    late = race.players.get(seat=wait.seat).user
    return next(letter for letter in sent if letter.to == [late.email]), next(letter for letter in sent if letter.to != [late.email])


def test_the_throw_of_the_next_player_is_not_marked_as_played_when_time_ran_out(after):
    for letter, why in zip(after, ("played for you", "time ran out"), strict=True):
        told = " ".join(letter.body.split())
        assert f"({why})" in told
        assert not re.search(rf"Round 1: [^.]*\. \({why}\)", told)


def test_what_the_site_played_for_me_is_not_told_as_if_i_had_done_it_late(after):
    mine, theirs = (letter.body for letter in after)
    assert ("time ran out)" in mine, "played for you)" in theirs) == (False, False)


def test_a_player_whose_time_ran_out_is_told_that_their_turns_are_shorter_now(after):
    mine, theirs = (" ".join(letter.body.split()) for letter in after)
    assert "so we finished your turn for you" in mine
    assert "Until you play again, each of your turns lasts 12 hours at most." in mine
    assert "12 hours at most" not in theirs
