"""Tables at which nobody sits down: their hosts are told, and later they are closed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.agreements import clock_sentences
from games.models import Game
from games.tables import lobby
from tests.letters import of_kind, tidy

pytestmark = pytest.mark.django_db
A_DAY = 24 * 60
CLOSED, OPEN = "cancelled", "open"


@pytest.fixture
def lonely(post, anne, mary) -> Game:
    """Anne and Mary at a table that wants a third."""
    game = lobby.create(anne, "toy", seats=3, open_to_all=True, name="The Crossed Keys")
    lobby.join(game.pk, mary)
    return game


def told(post, kind: str = "unstarted") -> list[str]:
    return [letter.to[0] for letter in of_kind(kind, post.letters())]


def after(post, days: int) -> None:
    """So many days pass, and the hourly task comes by."""
    post.letters(minutes=days * A_DAY)
    tasks.tidy_lobby()


def test_after_three_weeks_its_host_is_told_and_nobody_else(post, lonely, anne):
    after(post, 20)
    assert told(post) == []
    after(post, 1)
    assert told(post) == [anne.email]
    tasks.tidy_lobby()
    assert told(post) == []


def test_a_week_after_that_letter_the_table_is_closed_and_all_who_sat_there_are_told(post, lonely, anne, mary):
    after(post, 21)
    after(post, 6)
    lonely.refresh_from_db()
    assert lonely.status == OPEN
    after(post, 1)
    lonely.refresh_from_db()
    assert lonely.status == CLOSED
    assert sorted(told(post, "given-up")) == [anne.email, mary.email]


def test_a_table_closed_at_its_agreed_end_is_not_said_to_end_by_agreement(post, lonely):
    sentence = clock_sentences.agreed_end
    Game.objects.filter(pk=lonely.pk).update(ends_at=timezone.now() + timedelta(days=2))
    lonely.refresh_from_db()
    before = sentence(lonely, "then").partition(":")[0]
    assert before
    after(post, 3)
    lonely.refresh_from_db()
    assert (lonely.status, sentence(lonely, "then")) == (CLOSED, "")
    letters = of_kind("given-up", post.letters())
    assert letters
    assert not any(before in tidy(letter) for letter in letters)


def test_a_table_is_never_closed_before_its_host_has_had_a_week_to_do_something(post, lonely):
    after(post, 90)  # the site was down, or has just learnt to close tables
    lonely.refresh_from_db()
    assert lonely.status == OPEN
    after(post, 7)
    lonely.refresh_from_db()
    assert lonely.status == CLOSED


@pytest.mark.parametrize("sign", ["a captain sits down", "somebody is invited"])
def test_whatever_happens_there_keeps_it_open_for_another_three_weeks(post, lonely, anne, jack, sign):
    Game.objects.filter(pk=lonely.pk).update(seats=4)
    after(post, 21)
    if sign == "a captain sits down":
        lobby.join(lonely.pk, jack)
    else:
        lobby.invite(lonely.pk, anne, "Jack")
    after(post, 20)
    lonely.refresh_from_db()
    assert lonely.status == OPEN
    after(post, 2)
    assert told(post) == [anne.email]


def test_the_letter_is_not_sent_once_the_game_has_begun(post, lonely, jack):
    post.letters(minutes=22 * A_DAY)
    tasks.tidy_lobby()
    lobby.join(lonely.pk, jack)
    assert told(post) == []


def test_a_game_at_sea_is_left_alone(post, anne, mary):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    lobby.join(game.pk, mary)
    Game.objects.filter(pk=game.pk).update(created_at=game.created_at - timedelta(days=400))
    assert tasks.tidy_lobby() == 0
    game.refresh_from_db()
    assert game.status == "running"
