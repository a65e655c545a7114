"""A question that was asked while no letter reached its player is told by letter as soon as one does."""

import re

import pytest
from django.core import mail

from accounts import services
from games.models import Game, Wait
from games.tables import lobby
from games.timeouts.expiring import letter_about
from notifications import bounces
from notifications.models import Delivery, Fate, Mailing, Notice, Preference, State, Stop
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db
LETTERS = "/letters/"


@pytest.fixture
def asked(anne, mary) -> Game:
    """Anne is on turn."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", name="The Crossed Keys")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return game


def told(letters: list, address: str) -> int:
    """How many of these letters ask someone at this address where to sail."""
    return sum(letter.to == [address] and "Where will you sail?" in letter.body for letter in letters)


def confirm(client, letters: list) -> None:
    """Follow the link in the newest letter that has one."""
    link = next(found for letter in reversed(letters) if (found := re.search(r"https?://[^/\s]+(/account/confirm-email/\S+)", letter.body)))
    client.post(link.group(1))


def test_a_guest_who_confirms_an_address_on_their_turn_gets_the_letter_of_the_open_question(client, sign_in, post):
    guest = services.make_guest()
    lobby.play_now(guest, "buccaneer")
    assert not post.letters()
    sign_in(client, guest).post("/account/keep/", {"address": "grace@example.org", "name": "Grace", "secret": PASSWORD})
    assert told(post.letters(0), "grace@example.org") == 0
    client.post("/account/keep/", {"address": "grace@example.org", "name": "Grace", "secret": PASSWORD})
    confirm(client, mail.outbox)
    assert told(post.letters(), "grace@example.org") == 1
    assert told(post.letters(60), "grace@example.org") == 0


def test_a_guest_who_signs_in_gets_the_letter_of_the_open_question_too(client, sign_in, anne, post):
    guest = services.make_guest()
    lobby.play_now(guest, "buccaneer")
    sign_in(client, guest).post("/account/login/", {"login": "anne@example.org", "password": PASSWORD})
    assert told(post.letters(), "anne@example.org") == 1


def test_a_new_address_gets_the_letter_of_the_open_question(client, sign_in, anne, asked, post):
    assert told(post.letters(), "anne@example.org") == 1
    sign_in(client, anne).post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/email/", {"action_add": "", "email": "anne@elsewhere.example"})
    confirm(client, mail.outbox)
    letters = post.letters()
    assert (told(letters, "anne@elsewhere.example"), told(letters, "anne@example.org")) == (1, 0)


def test_letters_that_are_switched_on_again_begin_with_the_open_question(client, sign_in, anne, mary, post):
    anne.letters = anne.Letters.OFF
    anne.save()
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    assert not told(post.letters(), "anne@example.org")
    wishes = {"mode": "each", "every": 1, "digest_hour": 8, "kinds": ["turns"]}
    sign_in(client, anne).post(LETTERS, wishes)
    assert told(post.letters(), "anne@example.org") == 1
    client.post(LETTERS, wishes)
    assert told(post.letters(), "anne@example.org") == 0


def test_an_address_that_works_again_gets_the_letter_that_came_back(client, sign_in, anne, asked, post):
    post.letters()
    Delivery.objects.filter(notice__user=anne, transport="email").update(fate=Fate.BOUNCED)
    bounces.mark_address("anne@example.org", Mailing.State.DEAD)
    sign_in(client, anne).post("/letters/address/", {"address": "anne@example.org"})
    assert told(post.letters(), "anne@example.org") == 1


def test_an_answered_question_and_one_that_a_letter_told_of_are_not_told_again(client, sign_in, anne, asked, post):
    post.letters()
    sign_in(client, anne).post(LETTERS, {"mode": "each", "every": 1, "digest_hour": 8, "kinds": ["turns"]})
    assert not post.letters()


def test_a_player_who_wants_reminders_only_is_told_nothing_and_the_letters_of_a_question_have_an_end(client, sign_in, anne, asked, post):
    Stop.objects.create(user=anne, category="turns", by="settings")
    assert not told(post.letters(), "anne@example.org")
    wishes = {"every": 1, "digest_hour": 8, "kinds": ["turns"]}
    sign_in(client, anne).post(LETTERS, wishes | {"mode": Preference.Mode.REMINDERS})
    assert not post.letters()
    for _ in range(8):
        client.post(LETTERS, wishes | {"mode": "each"})
        Delivery.objects.filter(notice__user=anne).update(state=State.CANCELLED)
    assert Notice.objects.filter(user=anne, kind="turn").count() == 5


def test_the_clock_does_not_count_a_letter_that_tells_a_question_again(client, sign_in, anne, mary, post):
    anne.letters = anne.Letters.OFF
    anne.save()
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    sign_in(client, anne).post(LETTERS, {"mode": "each", "every": 1, "digest_hour": 8, "kinds": ["turns"]})
    assert Delivery.objects.get(notice__user=anne).state == State.PENDING
    assert letter_about(Wait.objects.get(game=game, closed_at=None)) is None
