"""Who ends a game by letter gets one letter: what they did, and how the game came out. Nothing is said twice."""

import pytest
from django.core import mail

from games.drawing import board_pictures
from games.queries import table_view
from games.tables import lobby
from notifications.models import Stop
from tests.games.conftest import At
from tests.letters import codes, feedback
from tests.reading import paragraphs

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def last_letter(anne, mary, post):
    """The letter that asks Mary for the last turn of a game, and the table."""
    game = lobby.create(anne, "toy", {"rounds": 1}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    table = At(game)
    table.turn(0)
    return table, next(letter for letter in post.letters() if letter.to == [mary.email])


def ended(post, table, letter) -> list:
    """What Mary gets for her last turn, and in the day after it."""
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    assert table.game.outcome is not None
    at_once = sent_to(letter.to[0])
    return at_once + [later for later in post.letters(minutes=60 * 24) if later.to == letter.to]


def sent_to(address: str) -> list:
    return [letter for letter in mail.outbox if letter.to == [address]]


def test_the_last_move_and_the_end_are_one_letter(post, last_letter, golden):
    [letter] = ended(post, *last_letter)
    assert feedback(letter)[0] == "receipt"
    assert golden("letters/receipt", paragraphs(letter))


def test_whoever_wants_no_receipts_is_told_of_the_end(post, last_letter, mary):
    Stop.objects.create(user=mary, category="receipts")
    assert [feedback(letter)[0] for letter in ended(post, *last_letter)] == ["over"]


def test_the_other_captain_is_told_of_the_end(post, last_letter, anne):
    letter = last_letter[1]
    post.answer(letter, f"{codes(letter)['stay']}\nno\n\nMary")
    told = [*sent_to(anne.email), *post.letters(minutes=60 * 24)]
    assert [feedback(found)[0] for found in told if found.to == [anne.email]] == ["over"]


def test_the_letter_about_the_end_has_no_second_board_in_letters(post, last_letter, anne):
    at, letter = last_letter
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    [told] = [found for found in [*sent_to(anne.email), *post.letters(minutes=60 * 24)] if found.to == [anne.email]]
    table = table_view.table(at.game, anne)
    drawn = board_pictures.text(table.rules, table.view, table.names, None)
    assert drawn
    assert not set(drawn.splitlines()) & set(told.body.splitlines())
