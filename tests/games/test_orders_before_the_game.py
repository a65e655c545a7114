"""Where only orders dispute, everyone is asked for theirs before the game begins."""

import pytest

from games.models import Game, Hand
from games.tables import lobby
from tests.games.disputes import crew, sail_too_far
from tests.letters import receipt
from tests.reading import flash, has, opening, part, parts

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


# -- everyone is asked for orders before the game begins ------------------------------------------------
@pytest.fixture
def waiting(anne, mary):
    """A table for three at which Anne and Mary sit."""
    game = lobby.create(anne, "buccaneer", {}, seats=3, place="bombay", name="Port Royal")
    lobby.join(game.pk, mary, place="cadiz", token=game.join_token)
    return Game.objects.get(pk=game.pk)


def test_the_waiting_room_leads_to_standing_orders_and_they_count_from_the_first_move(waiting, mary, jack, client, sign_in, golden):
    page = sign_in(client, mary).get(f"/games/{waiting.pk}/").content.decode()
    assert golden("pages/room", part(page, "#live p.card"))
    assert f"/games/{waiting.pk}/orders/" in page
    form = client.get(f"/games/{waiting.pk}/orders/").content.decode()
    assert golden("pages/orders", parts(form, "form summary, legend"))
    sent = client.post(f"/games/{waiting.pk}/orders/", {"dispute": "certain", "fallback": "default"}, follow=True)
    assert golden("pages/orders", flash(sent))
    lobby.join(waiting.pk, jack, token=waiting.join_token)
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
    game = lobby.create(anne, slug, options, seats=2)
    page = sign_in(client, anne).get(f"/games/{game.pk}/").content.decode()
    assert not has(page, "#live p.card")
    assert client.get(f"/games/{game.pk}/orders/").status_code == 200


def test_the_first_letter_of_a_turn_asks_for_orders_those_who_gave_none(post, waiting, anne, mary, jack, golden):
    lobby.join(waiting.pk, jack, token=waiting.join_token)
    Hand.objects.filter(player__game=waiting, player__user=mary).update(orders={"dispute": "never"})
    [letter] = post.letters()
    assert letter.to == [anne.email]
    assert golden("letters/turn", opening(letter))
    assert "/letters/orders/" in letter.body
    Hand.objects.filter(player__game=waiting, player__user=anne).update(orders={"dispute": "never"})
    sail_too_far(waiting)
    [letter] = post.letters()
    assert letter.to == [mary.email]
    assert golden("letters/turn", opening(letter))


def test_who_sits_down_by_letter_is_led_to_their_orders_in_the_answer(post, anne, jack, golden):
    game = lobby.create(anne, "buccaneer", {}, seats=3, place="bombay", name="Port Royal", open_to_all=True)
    post.write(jack.email, f"join {game.pk}")
    assert game.players.filter(user=jack).exists()
    said = receipt()
    assert golden("letters/receipt-command", opening(said))
    assert "/letters/orders/" in receipt().body


def test_who_accepts_an_invitation_by_letter_is_led_to_them_too(post, anne, mary, golden):
    game = lobby.create(anne, "buccaneer", {}, seats=3, place="bombay", name="Port Royal")
    lobby.invite(game.pk, anne, mary.name)
    [letter] = post.letters()
    post.answer(letter, "join")
    assert game.players.filter(user=mary).exists()
    assert golden("letters/invitation-receipt", opening(receipt()))
