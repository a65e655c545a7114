"""A letter of one word does one thing: an order that stands after it is not done, and its writer is told so."""

import pytest
from django.core import mail
from django.utils import timezone

from games.agreements import votes
from games.mail.grammar.reply_grammar import left_over, read_block
from games.play import acting
from games.tables import lobby
from notifications.tasks import sweep
from tests.games.test_clock_people import friends, hours
from tests.letters import receipt, tidy

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
FURTHER = ["{}\nsail X16", "{}\n\nX16", "{}\n1 KX: M9", "{}\n> quoted\nnew piracy", "{}\nundo"]


def told(text: str) -> str:
    """The order of such a letter, as its receipt quotes it."""
    return text.splitlines()[-1]


@pytest.mark.parametrize("text", FURTHER)
def test_an_order_after_a_vote_is_reported(post, anne, mary, text):
    at = friends(anne, mary)
    votes.propose(at.pk, anne, "pause", timezone.now() + hours(72))
    letter = next(letter for letter in post.letters() if letter.to == [mary.email] and "asks the table" in tidy(letter))
    assert post.answer(letter, text.format("yes")).reason == "counted"
    assert f"Not done: | {told(text)}" in tidy(receipt())
    assert told(text) in receipt().alternatives[0].content


@pytest.mark.parametrize("text", FURTHER)
def test_an_order_after_again_is_reported(post, at, anne, text):
    acting.end_as_it_stands(at.pk, "agreed")
    letter = next(letter for letter in post.letters(5) if "is over" in letter.body and letter.to == [anne.email])
    assert post.answer(letter, text.format("again")).reason == "counted"
    assert f"Not done: | {told(text)}" in tidy(receipt())


@pytest.mark.parametrize("text", ["{}\n\nX16", "{}\njoin 12"])
@pytest.mark.parametrize("word", ["join", "decline", "stop", "help"])
def test_an_order_after_the_answer_to_an_invitation_is_reported(post, anne, mary, word, text):
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", name="Port Royal")
    lobby.invite(game.pk, anne, "Mary")
    sweep()
    kept = post.answer(mail.outbox[0], text.format(word))
    assert kept.reason == word
    answered = next(letter for letter in mail.outbox if "In-Reply-To" in letter.extra_headers)
    assert f"Not done: | {told(text)}" in tidy(answered)


@pytest.mark.parametrize("word", ["more time", "board", "help", "stop", "undo"])
def test_an_order_after_a_word_about_the_table_is_reported(post, at, word):
    if word == "undo":
        at.act(0, "steer", "stay")
    [letter] = post.letters()
    for text in ("{}\nnorth", "{}\n\nX16"):
        post.answer(letter, text.format(word))
        if word != "undo" or "north" in text:
            assert f"We stopped reading at this line: | {told(text)}" in tidy(receipt())


@pytest.mark.parametrize(("below", "rest"), [("north\n\nAnne", "north"), ("Anne\n\nnorth", ""), ("> north", "")])
def test_an_answer_to_the_next_question_below_an_empty_line_is_reported(post, table, anne, below, rest):
    table()
    letter = next(letter for letter in post.letters(24) if letter.to == [anne.email])
    kept = post.answer(letter, f"E17\n\n{below}")
    assert (kept.reason, kept.facts["rest"]) == ("played", rest)
    assert ("We stopped reading at this line: | north" in tidy(receipt())) == bool(rest)


def test_an_order_after_a_strangers_yes_is_reported(post):
    post.write("grace@example.org", "Ahoy, may I play?")
    welcome = mail.outbox[-1]
    assert post.answer(welcome, "yes, call me Grace\nnew piracy").reason == "opened"
    assert "Not done: | new piracy" in tidy(mail.outbox[-1])


def test_thanks_and_a_name_are_no_order():
    for text in ("yes\nThanks!\nAnne", "yes\n\nSee you at sea on 12 May.\n--\nX16", "yes\n> X16\n> sail X16"):
        assert left_over(read_block(text, ("yes", "no").__contains__), ("yes", "no").__contains__) == ""
