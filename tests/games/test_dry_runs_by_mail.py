"""The receipt for “try”: the board as it would be, in words and as a picture, and nothing played."""

import re

import pytest

from games.play import acting
from games.tables import lobby
from notifications.kinds import KINDS
from notifications.models import Notice
from notifications.telling import Telling
from tests.letters import receipt, tidy
from tests.reading import opening, parts, text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FIRST_SQUARE = re.compile(r"a square, such as ([A-Z]\d+),")


@pytest.fixture
def asked(anne, mary, post):
    """A table at which Anne is asked first, and the letter that asks her."""
    game = lobby.create(anne, "trade-winds", {}, seats=2, name="Port Royal", open_to_all=True)
    lobby.join(game.pk, mary)
    [letter] = post.letters()
    return game, letter


@pytest.fixture
def tried(asked, post):
    """Anne tried the first square that her letter names: (the game, the square, how the board came with the letter)."""
    game, letter = asked
    square = FIRST_SQUARE.search(tidy(letter))[1]
    before = letter.attachments[0].get_payload(decode=True)
    post.answer(letter, f"try\n{square}")
    game.refresh_from_db()
    return game, square, before


def test_the_receipt_for_try_draws_the_board_as_it_would_be(tried, golden):
    game, square, before = tried
    letter = receipt()
    assert game.number == 0
    assert golden("letters/receipt", opening(letter))
    assert f"at {square}, heading" in tidy(letter)
    says = re.search(r'<img[^>]* alt="([^"]+)"', letter.alternatives[0].content)[1]
    assert golden("letters/receipt", [says.partition(". ")[0], says.rpartition(". ")[2]])
    assert letter.attachments[0].get_payload(decode=True) != before


def test_when_the_table_has_changed_the_receipt_for_try_shows_it_as_it_is(tried, anne, golden):
    game, square, _ = tried
    [wait] = game.waits.filter(closed_at=None)
    acting.resign(game.pk, 1)
    again = KINDS["receipt"].write(Telling.of(Notice.objects.get(kind="receipt")))
    assert wait.seat == 0
    assert golden("letters/receipt", [opening(again), *parts(again, "h2")])
    assert f"at {square}, heading" not in text(again)


@pytest.mark.parametrize(("word", "has_board"), [("board", True), ("help", False), ("stop", False)])
def test_only_who_wants_to_see_the_board_gets_it_for_an_answer(asked, post, word, has_board):
    _, letter = asked
    post.answer(letter, word)
    assert ("\nThe board\n" in receipt().body, bool(receipt().attachments)) == (has_board, has_board)


def test_try_warns_of_a_move_that_its_page_would_warn_of(anne, mary, post):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    letter = next(letter for letter in post.letters() if letter.to == [anne.email])
    post.answer(letter, "try A17")
    assert "24 squares is too far for your crew, which can sail" in tidy(receipt())
    post.answer(letter, "try X17")
    assert "too far for your crew" not in tidy(receipt())
