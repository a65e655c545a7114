"""A captain who has held a table of a league too long: the others may open the seat, substitutes are asked, and organisers are told."""

import pytest

from games.agreements import votes
from games.deadlines.table_clock import TableClock
from games.editions.errors import NotAllowed
from games.models import Player, Vote
from leagues import tasks
from leagues.models import SubCall
from leagues.services import substitutes
from notifications.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(run):
    """A table, its players by seat; the first has used up all the time by which they may hold it."""
    fixture = run.fixtures.first()
    Player.objects.filter(game=fixture.game_id, seat=0).update(spare=0)
    return fixture, list(fixture.game.players.select_related("user").order_by("seat"))


def told(organiser) -> list[str]:
    return [row.facts["sentence"] for row in Notice.objects.filter(kind="league-alarm", user=organiser).order_by("pk")]


def test_more_than_half_of_the_others_open_the_seat_and_a_substitute_is_asked(run, held, jack):
    fixture, (holder, *others) = held
    substitutes.offer(run.pk, jack)
    vote = votes.propose(fixture.game_id, others[0].user, "replace", seat=0)
    assert Player.objects.get(pk=holder.pk).mode == "present"
    votes.cast_vote(fixture.game_id, others[1].user, vote.pk, yes=True)
    assert (Vote.objects.get().result, Player.objects.get(pk=holder.pk).mode) == ("passed", "open")
    tasks.look_after(run.pk)
    call = SubCall.objects.get()
    assert (call.substitute.user, call.seat.fixture, call.seat.seat) == (jack, fixture, 0)
    substitutes.answer_call(call.pk, jack, True)
    assert Player.objects.get(pk=holder.pk).user == jack


def test_the_seat_of_a_captain_who_held_it_no_longer_than_they_may_is_opened_by_no_vote(run, held):
    fixture, players = held
    with pytest.raises(NotAllowed) as refusal:
        votes.propose(fixture.game_id, players[0].user, "replace", seat=1)
    assert refusal.value.code == "league"
    assert votes.votes_on_offer(TableClock(fixture.game, players), [], 1)["replace"] == [0]
    assert "replace" not in votes.votes_on_offer(TableClock(fixture.game, players), [], 0)


def test_organisers_are_told_once_by_letter_that_a_captain_has_held_a_table_too_long(run, held, organiser):
    fixture, (holder, *_) = held
    for _ in range(2):
        tasks.look_after(run.pk)
    sentence = f"Table {fixture.number} of {fixture.division.name}: {holder.user.name} has kept the table waiting too long."
    assert told(organiser).count(sentence) == 1
