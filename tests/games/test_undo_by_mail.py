"""“undo” in answer to a letter takes back what one chose last, as long as it has shown nothing."""

import pytest

from games.play import acting
from tests.letters import codes, of_kind, receipt
from tests.reading import opening, paragraphs, part, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def steered(post, at):
    """Anne steered north by letter; this is the receipt."""
    [letter] = post.letters()
    post.answer(letter, codes(letter)["north"])
    return receipt()


def asked(game) -> list[str]:
    return [decision.name for decision in game.rules.decisions(game.state)]


def test_the_choice_is_open_again_and_the_receipt_says_what_was_taken_back(post, at, steered, golden):
    assert golden("letters/receipt", section(steered, 1))
    assert golden("letters/receipt", part(steered, "div.sheet p", 1))
    kept = post.answer(steered, "Undo.\n\n> Played, as you wrote:")
    assert (kept.state, kept.reason) == ("applied", "taken-back")
    assert list(at.game.moves.values_list("decision", flat=True)) == ["setup", "steer", "undo"]
    told = receipt()
    assert golden("letters/receipt", opening(told))
    assert golden("letters/receipt", paragraphs(told))
    assert {"north", "stay"} <= set(codes(told))


def test_after_it_the_same_letter_goes_on(post, at, steered):
    post.answer(steered, "undo")
    post.answer(receipt(), "stay")
    assert list(at.game.moves.filter(number__gt=0).values_list("decision", "answer")) == [
        ("steer", "north"),
        ("undo", 0),
        ("steer", "stay"),
    ]


def test_choice_after_choice_is_taken_back_and_each_is_named(post, at, golden):
    [letter] = post.letters()
    post.answer(letter, f"{codes(letter)['Boast? yes']}\nnorth")
    post.answer(receipt(), "undo")
    assert golden("letters/receipt", opening(receipt()))
    post.answer(receipt(), "undo")
    assert golden("letters/receipt", opening(receipt()))
    assert [move.answer for move in at.game.moves.filter(decision="undo")] == [1, 0]


def test_what_stands_below_it_is_not_played_and_said_back(post, at, steered, golden):
    post.answer(steered, "undo\nstay")
    assert at.game.number == 2
    assert golden("letters/receipt", opening(receipt()))


def test_what_has_shown_something_is_not_taken_back(post, at, steered, golden):
    post.answer(steered, codes(steered)["yes"])
    at.act(1, "steer", "stay")
    at.act(1, "dig", "no")
    [letter] = [found for found in of_kind("turn", post.letters()) if found.to == steered.to]
    kept = post.answer(letter, "undo")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "no-undo", 4)
    assert golden("letters/receipt", opening(receipt()))


def test_an_older_letter_takes_back_nothing(post, at, steered, golden):
    at.act(0, "boast", "yes")
    kept = post.answer(steered, "undo")
    assert (kept.state, kept.reason, at.game.number) == ("refused", "stale", 2)
    assert golden("letters/receipt", opening(receipt()))
    assert golden("letters/receipt", section(receipt(), 1))


def test_nobody_takes_back_what_another_chose(post, at, steered, golden):
    at.act(0, "dig", "no")
    letter = next(found for found in post.letters() if found.to != steered.to)
    assert golden("letters/turn", section(letter, 2))
    assert post.answer(letter, "undo").state == "refused"
    assert at.game.number == 2


def test_sent_twice_it_takes_back_once(post, at, steered):
    post.answer(steered, "undo")
    assert post.answer(steered, "undo").reason == "stale"
    assert at.game.number == 2


def test_it_cannot_be_tried(post, at, steered, golden):
    assert post.answer(steered, "try undo").reason == "tried"
    assert golden("letters/receipt", opening(receipt()))
    assert at.game.number == 1


def test_where_nobody_was_let_in_nothing_is_taken_back(post, at, steered):
    assert post.answer(steered, "undo", sender="jack@example.org").state == "held"
    assert at.game.number == 1


def test_what_was_taken_back_on_the_page_is_not_taken_back_once_more(post, at, steered):
    at.act(0, "boast", "yes")
    acting.take_back(at.pk, 0, 2)
    assert post.answer(steered, "undo").reason == "stale"
    assert at.game.number == 3
