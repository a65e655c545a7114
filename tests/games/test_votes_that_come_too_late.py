"""What a table agrees on after it cannot be done any more: the vote is void, and nothing says that the table has agreed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.agreements import votes
from games.editions.errors import NotAllowed
from games.models import Game, Pause, Player

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_no_table_agrees_on_a_pause_that_is_over(at, anne, mary, later):
    Game.objects.filter(pk=at.pk).update(open_to_all=False)
    vote = votes.propose(at.pk, mary, "pause", until=timezone.now() + timedelta(hours=1))
    later(hours=2)
    with pytest.raises(NotAllowed):
        votes.cast_vote(at.pk, anne, vote.pk, yes=True)
    votes.close_expired()
    vote.refresh_from_db()
    assert vote.result == "failed"
    assert not Pause.objects.filter(game=at.pk).exists()


def test_no_table_agrees_to_take_back_a_move_that_another_one_followed(at, anne, mary):
    at.turn(0)
    vote = votes.propose(at.pk, anne, "takeback")
    at.act(1, "steer", "stay")
    assert votes.cast_vote(at.pk, mary, vote.pk, yes=True).result == "void"


def test_a_vote_is_void_when_a_captain_gives_up(table, mary, anne, jack, sign_in, client):
    game = table(people=(mary, jack))
    vote = votes.propose(game.pk, anne, "end")
    sign_in(client, jack).post(f"/games/{game.pk}/resign/", {"sure": "yes"})
    vote.refresh_from_db()
    assert (vote.result, Game.objects.get(pk=game.pk).status) == ("void", "running")


def test_a_seat_whose_captain_has_come_back_meanwhile_is_not_opened(table, later, mary, anne, jack):
    game = table(people=(mary, jack))
    Player.objects.filter(game=game, user=mary).update(mode="away")
    vote = votes.propose(game.pk, anne, "replace", seat=1)
    Player.objects.filter(game=game, user=mary).update(mode="present")
    assert votes.cast_vote(game.pk, jack, vote.pk, yes=True).result == "void"
    assert Player.objects.get(game=game, user=mary).mode == "present"
