"""“again” in answer to the letter that says how a game came out."""

import pytest
from django.core import mail

from games.models import Game
from games.play import acting
from tests.letters import of_kind, receipt
from tests.reading import opening

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def over(post, at, anne, mary):
    """The game of Anne and Mary is over; the letter to each."""
    acting.end_as_it_stands(at.pk, "agreed")
    letters = {letter.to[0]: letter for letter in of_kind("over", post.letters(5))}
    return letters[anne.email], letters[mary.email]


def newest() -> Game:
    return Game.objects.latest("pk")


def test_the_last_letter_says_how_to_ask_for_another_game(over, golden):
    assert golden("letters/over", opening(over[0]))


def test_again_makes_the_same_table_and_asks_the_others_to_it(post, at, over, anne, mary, golden):
    kept = post.answer(over[0], "Again!")
    assert (kept.state, kept.reason, newest().rematch_of_id) == ("applied", "counted", at.pk)
    assert newest().players.get().user == anne
    assert newest().invitations.get().user == mary
    assert golden("letters/receipt-over", opening(receipt()))


def test_again_of_the_other_sits_down_at_the_same_table_and_begins_it(post, over, mary, golden):
    post.answer(over[0], "again")
    post.answer(over[1], "again")
    assert (Game.objects.count(), newest().status) == (2, "running")
    assert golden("letters/receipt-over", opening(receipt()))


def test_again_twice_is_one_table(post, over):
    for _ in range(2):
        assert post.answer(over[0], "again").state == "applied"
    assert Game.objects.count() == 2
    assert newest().players.count() == 1


@pytest.mark.parametrize("text", ["again and again", "never again", "Well played!\nagain", "try again"])
def test_other_words_ask_for_nothing(post, over, text):
    assert post.answer(over[0], text).state == "refused"
    assert Game.objects.count() == 1


@pytest.mark.parametrize("word", ["help", "board"])
def test_help_and_board_are_answered_after_the_end_too(post, at, over, word, golden):
    assert (post.answer(over[0], word).state, Game.objects.count()) == ("applied", 1)
    assert (opening(receipt()).startswith(opening(over[0]).partition("http")[0])) is (word == "board")
    assert golden("letters/receipt-over", opening(receipt()))


@pytest.mark.parametrize("word", ["help", "board"])
def test_help_and_board_in_answer_to_a_turn_letter_are_answered_when_the_game_has_ended(post, at, word, golden):
    letter = post.letters(3)[-1]
    acting.end_as_it_stands(at.pk, "agreed")
    assert post.answer(letter, word).state == "applied"
    assert golden("letters/receipt", opening(receipt()))


def test_an_again_that_cannot_be_proved_is_held_and_can_be_confirmed(post, over, anne, client, sign_in):
    kept = post.answer(over[0], "again", auth="fail")
    assert (kept.state, Game.objects.count()) == ("held", 1)
    assert client.get(f"/letters/held/{kept.pk}/").status_code == 302
    sign_in(client, anne).post(f"/letters/held/{kept.pk}/", {"what": "play"})
    assert Game.objects.count() == 2


def test_stop_ends_letters_about_games_that_ended(post, over, golden):
    assert post.answer(over[0], "stop").reason == "stop"
    assert golden("letters/receipt-over", opening(receipt()))
    assert len(mail.outbox) == 1
