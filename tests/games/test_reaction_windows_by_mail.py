"""Disputes by letter: the same time for who plays by post, and tables with windows made in words."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.mail.commands.command_replies import new_table
from games.models import Game, Hand
from notifications.tasks import sweep
from tests.games.disputes import HOURS, act, close_now, crew, sail_too_far
from tests.games.test_one_click import _answers_come_in  # noqa: F401 - a fixture
from tests.letters import codes, of_kind, receipt
from tests.reading import opening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def letter_to(post, person):
    """The letter to this person; a slow machine may need more than one sweep for all of them."""
    for _ in range(5):
        found = next((letter for letter in post.letters() if letter.to == [person.email]), None)
        if found is not None:
            return found
    raise AssertionError("no letter came")


def test_the_third_captain_disputes_by_letter(post, table, jack, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    letter = letter_to(post, jack)
    assert golden("letters/turn", opening(letter))
    code = next(code for label, code in codes(letter).items() if label.startswith("Anne sailed"))
    assert post.answer(letter, code).state == "applied"
    move = game.moves.get(decision="dispute")
    assert (move.seat, move.by) == (2, "mail")
    assert crew(game, 0) == ()


def test_a_letter_that_comes_when_the_window_is_closed_is_told_so(post, table, jack, time_machine, golden):
    game = table(disputes=HOURS)
    sail_too_far(game)
    letter = letter_to(post, jack)
    code = next(code for label, code in codes(letter).items() if label.startswith("Anne sailed"))
    close_now(game)
    kept = post.answer(letter, code)
    assert (kept.state, kept.reason) == ("refused", "too-late")
    assert golden("letters/receipt", opening(receipt()))
    assert len(crew(game, 0)) == 6


def test_a_table_with_a_window_is_made_in_words(anne):
    words = "buccaneer for 3, disputes 24"
    assert new_table(anne, words, words).options["disputes"] == 24
    assert new_table(anne, "buccaneer for 3", "buccaneer for 3").options["disputes"] == "orders"


def test_a_window_link_in_the_letter_disputes_with_one_click(table, jack, time_machine, client):
    game = table(disputes=HOURS)
    sail_too_far(game)
    mail.outbox.clear()
    time_machine.move_to(timezone.now() + timedelta(minutes=3), tick=False)
    sweep()
    [letter] = [found for found in mail.outbox if found.to == [jack.email]]
    paths = re.findall(r'href="http://[^/"]+(/letters/do/[^"]+)"', letter.alternatives[0].content)
    assert client.get(paths[0]).status_code == 200
    assert crew(game, 0) != ()
    assert client.post(paths[0], {"what": "play"}, follow=True).status_code == 200
    assert crew(game, 0) == ()


def test_no_window_letter_goes_once_it_is_closed(table, post, jack):
    game = table(disputes=HOURS)
    sail_too_far(game)
    close_now(game)
    assert not of_kind("turn", [letter for letter in post.letters() if letter.to == [jack.email]])


@pytest.mark.parametrize("orders", [{}, {"dispute": "always"}])
def test_a_letter_cannot_try_whether_a_move_would_be_disputed(post, table, anne, orders, golden):
    game = table()
    Hand.objects.filter(player__game=game).exclude(player__seat=0).update(orders=orders)
    act(game, 0, "sail", "E17")
    act(game, 0, "heading", "W")
    letter = letter_to(post, anne)
    kept = post.answer(letter, "try end the turn")
    assert kept.reason == "tried"
    assert golden("letters/receipt", kept.facts["problem"])
    assert Game.objects.get(pk=game.pk).turn == 0


@pytest.mark.parametrize("orders", [{}, {"dispute": "always"}])
def test_a_wrong_second_line_is_no_way_to_look_first(post, table, anne, orders):
    game = table()
    Hand.objects.filter(player__game=game).exclude(player__seat=0).update(orders=orders)
    act(game, 0, "sail", "E17")
    act(game, 0, "heading", "W")
    letter = letter_to(post, anne)
    kept = post.answer(letter, "end the turn\n99 ZZ")
    assert kept.reason == "played-in-part"
    assert Game.objects.get(pk=game.pk).turn == 1
