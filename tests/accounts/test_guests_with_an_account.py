"""A guest who signs up or signs in loses nothing of what they did as a guest."""

import pytest

from accounts import account_deletion
from accounts.models import User
from games.models import Game
from games.tables import chat, lobby
from tests.accounts.test_second_factor import NEXT_CODE, code_for, switch_on
from tests.people import PASSWORD
from tests.reading import flash, part

pytestmark = pytest.mark.django_db
AS_ANNE = {"login": "anne@example.org", "password": PASSWORD}


@pytest.fixture
def game(guest):
    """The guest's game against three bots."""
    return lobby.play_now(guest)


def test_a_guest_who_wants_to_sign_up_is_led_to_the_page_that_keeps_their_games(aboard):
    assert aboard.get("/account/signup/").url == "/account/keep/"
    assert aboard.post("/account/signup/", {}).url == "/account/keep/"


def test_anyone_who_has_an_account_and_is_signed_in_needs_neither_page(client, anne, sign_in):
    sign_in(client, anne)
    assert client.get("/account/signup/").url == "/"
    assert client.get("/account/login/?next=/lobby/").url == "/lobby/"


def test_a_guest_may_sign_in_and_reads_that_their_games_come_along(aboard, guest, golden):
    told = part(aboard.get("/account/login/"), "section.account p")
    assert guest.name in told
    assert golden("pages/sign-in", told.replace(guest.name, "‹guest›"))


def test_signing_in_brings_the_games_of_the_guest_along(aboard, guest, game, anne, golden):
    chat.post_line(game.pk, guest, "Ahoy!")
    chat.save_notes(game.pk, guest, "Learn the ropes")
    page = aboard.post("/account/login/", AS_ANNE, follow=True)
    assert golden("pages/home", flash(page).replace(guest.name, "‹guest›"))
    game = Game.objects.get(pk=game.pk)
    assert (game.owner, game.players.get(seat=0).user, game.chat.get().user) == (anne, anne, anne)
    assert chat.notes_of(game.pk, anne) == "Learn the ropes"
    assert not User.objects.filter(pk=guest.pk).exists()
    assert aboard.get(f"/games/{game.pk}/").status_code == 200
    assert game.name in aboard.get("/my/").content.decode()


def test_a_wrong_password_leaves_the_guest_at_their_table(aboard, guest, game, anne):
    assert aboard.post("/account/login/", AS_ANNE | {"password": "wrong-wrong"}).status_code == 422
    assert game.players.get(seat=0).user == guest
    assert aboard.get(f"/games/{game.pk}/").wsgi_request.user == guest


def test_the_games_come_along_only_after_the_second_factor(client, anne, guest, game, sign_in, standing_clock):
    secret = switch_on(client)
    client.post("/account/logout/")
    sign_in(client, guest)
    answer = client.post("/account/login/", AS_ANNE)
    assert answer.url == "/account/2fa/authenticate/"
    assert game.players.get(seat=0).user == guest
    client.get(answer.url)
    standing_clock.shift(NEXT_CODE)
    client.post(answer.url, {"code": code_for(secret)})
    assert game.players.get(seat=0).user == anne


def test_where_both_sit_at_one_table_the_account_keeps_its_seat_and_a_helmsman_takes_the_other(guest, anne):
    game = lobby.create(anne, "buccaneer", seats=2, name="The Crossed Keys")
    lobby.join(game.pk, guest, token=game.join_token)
    mine = game.players.get(user=anne)
    account_deletion.move_to_account(guest, anne)
    assert game.players.get(user=anne) == mine
    assert game.players.exclude(pk=mine.pk).get().name == "A bot"


def test_an_invitation_to_the_guest_becomes_one_to_the_account(guest, anne, mary):
    game = lobby.create(mary, "buccaneer", seats=3, name="The Crossed Keys")
    game.invitations.create(user=guest, by=mary)
    account_deletion.move_to_account(guest, anne)
    assert game.invitations.get().user == anne
