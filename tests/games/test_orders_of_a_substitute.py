"""Who takes over an open seat where only orders dispute is asked for theirs there and then, and begins without those of others."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Hand, Player
from games.tables import lobby
from games.timeouts import seats
from tests.games.disputes import crew, of_version_1, sail_too_far
from tests.reading import alert, has, opening, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
TOLD = {"order-dispute": "always", "order-dispute_ratio": "25"}


def orders(game: Game, seat: int) -> dict:
    return Hand.objects.get(player__game=game, player__seat=seat).orders


def open_up(game: Game, *numbers: int) -> None:
    Player.objects.filter(game=game, seat__in=numbers).update(mode="open", open_until=timezone.now() + timedelta(days=2))


@pytest.fixture
def going(anne, mary) -> Game:
    """A game of Anne and Mary; Mary's seat is open, and she had given orders."""
    game = lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="cadiz", orders={"dispute": "certain", "flee": "home"})
    Game.objects.filter(pk=game.pk).update(last_moves=[0, 7])
    open_up(game, 1)
    return game


def take(client, game: Game, seat: int = 1, **more):
    return client.post(f"/games/{game.pk}/clock/substitute/", {"seat": str(seat)} | more)


def test_who_takes_over_a_seat_is_asked_with_it_and_their_order_holds_at_once(going, jack, client, sign_in, golden):
    page = sign_in(client, jack).get(f"/games/{going.pk}/clock/").content.decode()
    assert golden("pages/clock", part(page, "div.first-orders p"))
    assert '<select name="order-dispute"' in page
    assert '<option value="never" selected>' in page, "what the former captain ordered is no one's business"
    take(client, going, **TOLD)
    assert orders(going, 1) == {"dispute": "always", "dispute_ratio": 25}
    sail_too_far(going)
    assert crew(going, 0) == ()


def test_an_order_that_is_not_offered_gives_no_seat(going, mary, jack, client, sign_in, golden):
    answer = take(sign_in(client, jack), going, **TOLD | {"order-dispute": "sometimes"})
    assert (answer.status_code, Player.objects.get(game=going, seat=1).user) == (422, mary)
    assert golden("pages/clock", alert(answer))
    assert orders(going, 1) == {"dispute": "certain", "flee": "home"}


def test_two_open_seats_ask_in_fields_of_their_own(going, jack, client, sign_in):
    open_up(going, 0)
    page = sign_in(client, jack).get(f"/games/{going.pk}/clock/").content.decode()
    for seat in (0, 1):
        assert page.count(f'id="order-dispute{seat}"') == page.count(f'for="order-dispute{seat}"') == 1


def test_a_substitute_who_gave_none_is_asked_on_the_page_and_by_the_letter_about_their_turn(going, jack, client, sign_in, post, golden):
    open_up(going, 0)
    Player.objects.filter(game=going, seat=1).update(mode="present", open_until=None)
    Game.objects.filter(pk=going.pk).update(last_moves=[6, 7])
    seats.substitute(going.pk, 0, jack)
    assert golden("pages/table", part(sign_in(client, jack).get(f"/games/{going.pk}/"), "p.orders-first"))
    [letter] = [letter for letter in post.letters(20) if letter.to == [jack.email] and "your turn" in letter.body]
    assert golden("letters/turn", opening(letter))


def test_who_played_the_seat_before_is_not_asked_again(going, mary, client, sign_in):
    Hand.objects.filter(player__game=going, player__seat=1).update(orders={})
    seats.take_back(going.pk, mary)
    assert not has(sign_in(client, mary).get(f"/games/{going.pk}/"), "p.orders-first")


def test_the_owner_who_comes_back_has_their_own_orders_again(going, mary, jack):
    seats.substitute(going.pk, 1, jack, {"dispute": "always"})
    seats.take_back(going.pk, mary)
    assert orders(going, 1) == {"dispute": "certain", "flee": "home"}


def test_at_a_game_of_older_rules_a_substitute_is_asked_nothing(going, jack, client, sign_in):
    of_version_1(Game.objects.get(pk=going.pk))
    assert "order-dispute" not in sign_in(client, jack).get(f"/games/{going.pk}/clock/").content.decode()
    take(client, going, **TOLD)
    assert (Player.objects.get(game=going, seat=1).user, orders(going, 1)) == (jack, {})
