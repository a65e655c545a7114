"""What a captain may wish of how their own letters are treated: held until they confirm them, or answered only when need be."""

import pytest
from django.core import mail

from notifications.models import Preference
from tests.letters import codes, of_kind
from tests.reading import opening

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def test_who_wants_it_confirms_every_answer_by_letter_themselves(post, at, anne, client, sign_in, golden):
    Preference.objects.create(user=anne, holds_answers=True)
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["north"])
    assert (kept.state, kept.reason, at.game.number) == ("held", "always-held", 0)
    assert golden("letters/held", opening(mail.outbox[0]))
    assert sign_in(client, anne).post(f"/letters/held/{kept.pk}/", {"what": "play"}).status_code == 302
    assert at.game.moves.get(number=1).answer == "north"


def test_who_wants_it_hears_of_their_letters_only_when_something_could_not_be_done(post, at, anne, mary):
    Preference.objects.create(user=anne, only_refusals=True)
    [letter] = post.letters()
    assert (post.answer(letter, "77 ZZ").state, len(mail.outbox)) == ("refused", 1)
    assert (post.answer(letter, "help").state, len(mail.outbox)) == ("applied", 1)
    assert (post.answer(letter, f"{codes(letter)['stay']}\nyes\n77 ZZ").reason, len(mail.outbox)) == ("played-in-part", 1)


def test_what_was_played_as_it_was_written_is_not_said_back_to_who_does_not_want_it(post, at, anne):
    Preference.objects.create(user=anne, only_refusals=True)
    [letter] = post.letters()
    kept = post.answer(letter, codes(letter)["stay"])
    assert (kept.state, kept.reason, at.game.number, mail.outbox) == ("applied", "played", 1, [])


def test_a_question_that_no_receipt_asked_comes_in_a_letter_of_its_own(post, at, anne, mary):
    Preference.objects.create(user=anne, only_refusals=True)
    [letter] = post.letters()
    post.answer(letter, f"{codes(letter)['stay']}\nno")
    at.turn(1)
    assert [sent.to for sent in of_kind("turn", post.letters())] == [[anne.email]]


def test_an_order_that_was_left_is_told_to_who_hears_only_of_problems(post, at, anne):
    Preference.objects.create(user=anne, only_refusals=True)
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}\n\nX16")
    assert (kept.reason, kept.facts["rest"], len(mail.outbox)) == ("played", "X16", 1)
