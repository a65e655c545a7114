"""Tables of earlier releases whose fixed times all lie in time that does not count: they begin and go on all the same."""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games import tasks
from games.clocks.due_times import Calendar
from games.clocks.paces import Slots
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.models import Game, Lapse, Move, Player
from games.tables import lobby, starting
from notifications.tasks import sweep
from tests.games.conftest import At
from tests.letters import of_kind
from tests.reading import opening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

CLASHING = [
    Terms(Slots((0,), 20, 0), Calendar("UTC", (0,)), ready_check=True),
    Terms(Slots(), Calendar("UTC", quiet=(time(20), time(8))), ready_check=True),
]


def old_table(owner, terms: Terms) -> Game:
    """A table for two as a release stored it that did not compare paces with calendars."""
    game = lobby.create(owner, "toy", {"rounds": 100}, seats=2, open_to_all=True)
    Game.objects.filter(pk=game.pk).update(clock=terms.to_json())
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("terms", CLASHING)
def test_a_table_made_before_its_times_were_compared_begins_and_goes_on_past_the_first_time_out(later, anne, mary, terms):
    game = old_table(anne, terms)
    lobby.join(game.pk, mary)
    assert not starting.say_ready(game.pk, anne)
    assert starting.say_ready(game.pk, mary)
    first = At(game).wait()
    assert first.due_at - first.asked_at < timedelta(days=10)
    while At(game).wait().seat == first.seat:
        later(hours=12)
        assert timezone.now() - first.due_at < timedelta(days=7)
    assert Move.objects.filter(game=game.pk, by="clock").exists()
    assert At(game).wait().due_at > first.due_at


def test_a_bot_may_take_the_last_chair_of_such_a_table(anne):
    game = old_table(anne, CLASHING[0])
    lobby.add_bot(game.pk, anne, "easy")
    assert Game.objects.get(pk=game.pk).status == "running"


def test_join_by_letter_begins_such_a_table_at_once(post, anne, mary):
    terms = CLASHING[1]
    game = old_table(anne, Terms(terms.pace, terms.calendar))
    lobby.invite(game.pk, anne, "Mary")
    sweep()
    kept = post.answer(mail.outbox[0], "join")
    assert (kept.state, Game.objects.get(pk=game.pk).status) == ("applied", "running")
    assert At(game).wait().due_at == datetime(2026, 11, 20, 20, tzinfo=UTC)


def test_a_new_table_on_such_terms_is_refused_by_the_service_that_every_way_in_calls(anne, golden):
    for terms in CLASHING:
        with golden.refused("refusals/clock", NotAllowed):
            lobby.create(anne, "toy", seats=2, clock=terms)
    assert not Player.objects.exists()


def test_a_ready_check_takes_no_time_that_does_not_count(later, anne, mary):
    """Over a long weekend off nobody loses a chair."""
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False):
        game = lobby.create(anne, "toy", seats=2, clock=Terms(calendar=Calendar("UTC", (4, 5, 6)), ready_check=True))
        lobby.join(game.pk, mary, token=game.join_token)
        assert Game.objects.get(pk=game.pk).ready_by == datetime(2026, 11, 25, tzinfo=UTC)


def test_a_table_that_did_not_begin_before_its_agreed_end_is_closed_and_those_who_sat_there_are_told(post, anne, mary, golden):
    """Nobody could begin it any more; a ready check that ran blames nobody who could not answer it."""
    soon = timezone.now() + timedelta(hours=25)
    game = lobby.create(anne, "toy", seats=2, ends_at=soon, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary, token=game.join_token)
    post.letters(minutes=60 * 49)
    tasks.sweep()
    assert not Lapse.objects.exists()
    tasks.tidy_lobby()
    game.refresh_from_db()
    assert game.status == "cancelled"
    letters = of_kind("given-up", post.letters())
    assert sorted(letter.to[0] for letter in letters) == [anne.email, mary.email]
    assert golden("letters/given-up", opening(letters[0]))
