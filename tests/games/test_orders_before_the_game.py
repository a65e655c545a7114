"""Where only orders dispute, everyone is asked for theirs before the game begins."""

import pytest

from games.models import Game, Hand
from games.services import tables
from tests.games.disputes import crew, of_version_1, sail_too_far
from tests.letters import tidy

pytestmark = pytest.mark.django_db


# -- everyone is asked for orders before the game begins ------------------------------------------------
@pytest.fixture
def waiting(anne, mary):
    """A table for three at which Anne and Mary sit."""
    game = tables.create(anne, "buccaneer", {}, seats=3, place="bombay", name="Port Royal")
    tables.join(game.pk, mary, place="cadiz", token=game.join_token)
    return Game.objects.get(pk=game.pk)


def test_the_waiting_room_leads_to_standing_orders_and_they_count_from_the_first_move(waiting, mary, jack, client, sign_in):
    page = sign_in(client, mary).get(f"/games/{waiting.pk}/").content.decode()
    assert "there is no later chance" in page
    assert f"/games/{waiting.pk}/orders/" in page
    form = client.get(f"/games/{waiting.pk}/orders/").content.decode()
    assert "Dispute when it is certain" in form
    assert "Whom I never dispute" not in form, "nobody knows yet who will sit there"
    sent = client.post(f"/games/{waiting.pk}/orders/", {"dispute": "certain", "fallback": "default"}, follow=True)
    assert "They count from the first move on." in sent.content.decode()
    tables.join(waiting.pk, jack, token=waiting.join_token)
    sail_too_far(waiting)
    assert crew(waiting, 0) == ()
    assert waiting.moves.get(decision="dispute").by == "standing"


def test_an_order_that_is_not_offered_before_the_game_is_refused(waiting, mary, client, sign_in):
    answer = sign_in(client, mary).post(f"/games/{waiting.pk}/orders/", {"dispute": "sometimes"})
    assert answer.status_code == 422
    assert Hand.objects.get(player__game=waiting, player__user=mary).orders == {}


@pytest.mark.parametrize(
    ("slug", "options"), [("buccaneer", {"disputes": 24}), ("buccaneer", {"oversail": "refuse"}), ("bounty", {}), ("piracy", {})]
)
def test_elsewhere_orders_can_wait_and_the_room_presses_nobody(anne, client, sign_in, slug, options):
    game = tables.create(anne, slug, options, seats=2)
    page = sign_in(client, anne).get(f"/games/{game.pk}/").content.decode()
    assert "no later chance" not in page
    assert client.get(f"/games/{game.pk}/orders/").status_code == 200


def test_the_first_letter_asks_for_orders_those_who_gave_none(post, waiting, anne, mary, jack):
    Hand.objects.filter(player__game=waiting, player__user=mary).update(orders={"dispute": "never"})
    tables.join(waiting.pk, jack, token=waiting.join_token)
    letters = post.letters()
    told = {letter.to[0] for letter in letters if "there is no later chance" in tidy(letter)}
    assert told == {anne.email, jack.email}
    [first] = [letter for letter in letters if letter.to == [anne.email]]
    assert f"/games/{waiting.pk}/orders/" in first.body
    assert "It is your turn" in first.body


def test_the_page_of_a_game_that_has_just_begun_leads_to_orders_until_some_are_given(table, mary, client, sign_in):
    game = table()
    assert "there is no later chance" in sign_in(client, mary).get(f"/games/{game.pk}/").content.decode()
    client.post(f"/games/{game.pk}/orders/", {"dispute": "certain", "fallback": "default"})
    assert "there is no later chance" not in client.get(f"/games/{game.pk}/").content.decode()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "I dispute nothing. There is no later chance."),
        ({"disputes": 12}, "While the 12 hours for disputes run, I can still dispute by hand."),
    ],
)
def test_the_order_says_whether_there_is_a_later_chance(table, mary, client, sign_in, options, sentence):
    game = table(**options)
    assert sentence in sign_in(client, mary).get(f"/games/{game.pk}/orders/").content.decode()


def test_by_the_first_version_the_order_says_that_one_can_still_speak_until_the_next_captain_acts(table, mary, client, sign_in):
    game = table()
    of_version_1(game)
    assert (
        "Until the next captain acts, I can still dispute by hand."
        in sign_in(client, mary).get(f"/games/{game.pk}/orders/").content.decode()
    )
