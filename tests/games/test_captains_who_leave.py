"""A captain who leaves for good: the others are told, at once among friends, in their next letter everywhere."""

import pytest

from accounts import account_deletion
from games.agreements import clock_queries, votes
from games.models import Game
from games.play import acting
from games.queries import table_view
from games.tables import lobby
from games.timeouts import seats
from notifications.kinds import KINDS
from notifications.models import Notice
from notifications.tasks import sweep
from notifications.telling import Telling
from tests.every_letter import write
from tests.games.conftest import At
from tests.letters import of_kind
from tests.reading import opening

pytestmark = pytest.mark.django_db


@pytest.fixture
def begin(anne, mary, jack, monkeypatch):
    """`begin(open_to_all)`: a running table at which Anne is on turn, then Mary and Jack."""
    monkeypatch.setattr("games.tasks.bots.play_on", lambda game_id: False)

    def begin(open_to_all: bool) -> At:
        game = lobby.create(anne, "toy", {"rounds": 100}, seats=3, place="bombay", open_to_all=open_to_all, name="Port Royal")
        for person in (mary, jack):
            lobby.join(game.pk, person, token=game.join_token)
        return At(Game.objects.get(pk=game.pk))

    return begin


def turn_letter(at: At, person) -> list[str]:
    """The lines of the letter to a person who is asked now."""
    wait = at.wait()
    assert at.game.players.get(user=person).seat == wait.seat
    Notice.objects.filter(key="sample:turn").delete()
    return write("turn", person, game=at.pk, seat=wait.seat, wait=wait.pk, number=at.game.number).text.split("\n")


def chairs(lines: list[str]) -> list[str]:
    """Those that tell who sits at the table now."""
    return [line for line in lines if "for good" in line or "taken over" in line]


def test_the_next_letter_says_that_a_captain_has_left_for_good_and_who_came(begin, anne, mary, make_person, golden):
    at = begin(True)
    assert chairs(turn_letter(at, anne)) == []
    seat = at.game.players.get(user=mary).seat
    account_deletion.leave(mary)
    seats.offer(at.pk, seat)
    seats.substitute(at.pk, seat, make_person("Sally"))
    assert golden("letters/turn", chairs(turn_letter(at, anne)))
    assert not Notice.objects.filter(kind="captain-left").exists()


def test_what_happened_before_the_last_move_of_a_reader_is_not_told_again(begin, anne, mary, jack):
    at = begin(True)
    last = at.game.players.exclude(user=anne).order_by("seat").last()
    account_deletion.leave(last.user)
    assert chairs(turn_letter(at, anne))
    at.turn(at.wait().seat)
    table = table_view.table(at.game, anne)
    assert clock_queries.changed_chairs(table) == []


def test_at_a_table_of_friends_a_letter_tells_the_others_at_once(begin, anne, mary, jack, golden):
    begin(False)
    account_deletion.leave(mary)
    sweep()
    told = of_kind("captain-left")
    assert sorted(letter.to[0] for letter in told) == [anne.email, jack.email]
    assert golden("letters/captain-left", opening(told[0]))


def test_giving_up_is_told_to_friends_at_once_too_but_not_to_the_one_who_gave_up(begin, anne, mary, jack):
    at = begin(False)
    acting.resign(at.pk, at.game.players.get(user=mary).seat)
    told = Notice.objects.filter(kind="captain-left")
    assert {notice.user for notice in told} == {anne, jack}


def test_at_a_public_table_no_letter_of_its_own_is_sent(begin, mary):
    at = begin(True)
    acting.resign(at.pk, at.game.players.get(user=mary).seat)
    assert not Notice.objects.filter(kind="captain-left").exists()


def test_a_vote_is_void_when_a_captain_deletes_the_account(begin, anne, mary, jack):
    at = begin(False)
    vote = votes.propose(at.pk, mary, "end")
    votes.cast_vote(at.pk, anne, vote.pk, True)
    account_deletion.leave(jack)
    vote.refresh_from_db()
    assert vote.result == "void"
    votes.cast_vote(at.pk, anne, votes.propose(at.pk, mary, "end").pk, True)
    assert Game.objects.get(pk=at.pk).status == Game.Status.OVER


@pytest.mark.parametrize("way", ["leaves", "deletes the account"])
def test_who_inherits_a_table_that_has_not_begun_is_told_what_they_can_do(way, anne, mary):
    table = lobby.create(anne, "bounty", seats=3, open_to_all=True)
    lobby.join(table.pk, mary)
    lobby.leave(table.pk, anne) if way == "leaves" else account_deletion.leave(anne)
    notice = Notice.objects.get(kind="inherited")
    assert (notice.user, notice.facts) == (mary, {"game": table.pk})
    assert KINDS["inherited"].write(Telling.of(notice)) is not None
    lobby.leave(table.pk, mary)
    assert KINDS["inherited"].write(Telling.of(notice)) is None
