"""The button of a letter that asks for a word opens a page that takes it without signing in, and shows the reader's own table."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from games.agreements import votes
from games.clocks.terms import Terms
from games.mail import letter_parts
from games.mail.replies import clock_replies
from games.models import Game, Player, Vote
from games.play import acting
from games.tables import lobby
from notifications.inbound import reply_addresses
from notifications.models import ReplyAddress
from tests.every_letter import write
from tests.reading import alert, has, part, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def private(at):
    """Anne's and Mary's running table, which nobody else may see."""
    Game.objects.filter(pk=at.pk).update(open_to_all=False)
    return at


def path_of(row) -> str:
    return reverse("answer_by_link", args=[reply_addresses.link_key(row)])


def words(page) -> list[str]:
    return [button.attributes["value"] for button in tree(page).css("button[name=word]")]


@pytest.fixture
def vote(private, mary) -> Vote:
    votes.propose(private.pk, mary, "cancel")
    return Vote.objects.get()


@pytest.fixture
def asked(private, anne, vote) -> str:
    """The page of the button of Anne's letter about the vote."""
    letter = write("vote", anne, game=private.pk, vote=vote.pk)
    return urlsplit(tree(letter.html).css_first("a.button").attributes["href"]).path


def test_a_vote_is_answered_from_the_button_of_its_letter_without_signing_in(client, private, vote, asked):
    page = client.get(asked)
    assert (page.status_code, words(page), has(page, "#board")) == (200, ["yes", "no"], True)
    assert not vote.ballots.filter(seat=0).exists()
    page = client.post(asked, {"word": "no"}, follow=True)
    assert (page.status_code, words(page)) == (200, [])
    assert vote.ballots.get(seat=0).yes is False
    late = client.post(asked, {"word": "yes"})
    assert (late.status_code, bool(alert(late))) == (422, True)
    assert client.post(asked, {"word": "maybe"}).status_code == 400
    assert client.get(f"/games/{private.pk}/").status_code == 404


def test_the_key_of_a_vote_plays_no_move_and_stops_with_the_seat(client, private, asked, jack):
    assert client.post(asked, {"decision": "steer", "answer": "north", "seen": "0", "sure": "yes"}).status_code == 400
    assert private.game.number == 0
    Player.objects.filter(game=private.pk, seat=0).update(user=jack)
    assert (client.get(asked).status_code, client.post(asked, {"word": "yes"}).status_code) == (410, 410)


@pytest.mark.parametrize("field", ["expires_at", "revoked"])
def test_the_key_of_a_vote_stops_when_its_reply_address_does(client, vote, asked, field):
    ReplyAddress.objects.update(**{field: timezone.now() if field == "expires_at" else True})
    assert (client.get(asked).status_code, client.post(asked, {"word": "no"}).status_code) == (410, 410)
    assert not vote.ballots.filter(seat=0).exists()


def test_ready_is_said_from_a_letter_and_its_page_then_shows_the_game(client, anne, mary):
    game = lobby.create(anne, "toy", seats=2, open_to_all=False, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary, token=game.join_token)
    paths = [path_of(clock_replies.new_row(user, game, clock_replies.READY_CHECK)) for user in (anne, mary)]
    for path in paths:
        assert words(client.get(path)) == ["ready"]
        assert client.post(path, {"word": "ready"}, follow=True).status_code == 200
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert has(client.get(paths[0]), "#board")


def test_the_page_of_a_game_that_was_given_up_promises_no_letter_about_a_turn(client, private, vote, asked, golden):
    client.post(asked, {"word": "yes"})
    assert private.game.status == Game.Status.CANCELLED
    assert golden("pages/by-link", part(client.get(asked), "p.state"))


def test_the_page_of_a_game_that_is_over_says_who_won_and_promises_no_letter(client, private, anne, golden):
    path = path_of(letter_parts.seat_row(private.game, anne))
    acting.resign(private.pk, 1)
    assert private.game.status == Game.Status.OVER
    assert golden("pages/by-link", part(client.get(path), "p.state"))


def test_the_page_of_a_captain_who_resigned_promises_no_letter_and_takes_no_orders(client, anne, mary, jack, golden):
    game = lobby.create(anne, "toy", seats=3, open_to_all=False)
    for user in (mary, jack):
        lobby.join(game.pk, user, token=game.join_token)
    path = path_of(letter_parts.seat_row(Game.objects.get(pk=game.pk), mary))
    acting.resign(game.pk, Player.objects.get(game=game, user=mary).seat)
    page = client.get(path)
    assert golden("pages/by-link", part(page, "p.state"))
    assert not [link for link in tree(page).css("a") if "/orders/" in link.attributes["href"]]
    assert client.get(path.replace("/answer/", "/orders/")).status_code == 410


def test_the_page_of_a_captain_who_is_ready_says_what_the_game_waits_for(client, anne, mary, golden):
    game = lobby.create(anne, "toy", seats=2, open_to_all=False, clock=Terms(ready_check=True))
    lobby.join(game.pk, mary, token=game.join_token)
    path = path_of(clock_replies.new_row(anne, game, clock_replies.READY_CHECK))
    client.post(path, {"word": "ready"})
    client.get(path)  # which shows the flash message
    assert golden("pages/by-link", part(client.get(path), "p[role=status]"))


def test_an_open_seat_is_taken_back_from_a_letter(client, private, anne):
    Player.objects.filter(game=private.pk, user=anne).update(mode=Player.Mode.OPEN, open_until=timezone.now() + timedelta(days=1))
    letter = write("seat-open", anne, game=private.pk)
    path = urlsplit(tree(letter.html).css_first("a.button").attributes["href"]).path
    assert words(client.get(path)) == ["take back"]
    assert client.post(path, {"word": "take back"}, follow=True).status_code == 200
    assert Player.objects.get(game=private.pk, user=anne).mode != Player.Mode.OPEN
    assert words(client.get(path)) == []


def test_the_key_of_a_letter_that_asked_nothing_takes_the_answer_of_now_and_shows_the_table_later(client, private, anne):
    path = path_of(letter_parts.seat_row(private.game, anne))
    assert has(client.get(path), ".asked form")
    private.act(0, "steer", "stay")
    page = client.get(path)
    assert (page.status_code, has(page, "#board"), has(page, ".asked form")) == (200, True, False)


def test_a_channel_that_others_may_read_gets_no_key(private, anne, vote):
    for letter in (write("vote", anne, game=private.pk, vote=vote.pk), write("captain-left", anne, game=private.pk)):
        assert "/letters/" not in letter.link
        assert "/letters/answer/" in letter.own_link
