"""Standing orders are given from a letter without signing in, for the seat of that letter only."""

import pytest

from games.mail import letter_parts
from games.models import Hand, Player
from games.tables import lobby
from notifications.inbound import reply_addresses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def table(anne, mary):
    game = lobby.create(anne, "buccaneer", seats=2, open_to_all=False)
    game.open_to_all = True
    game.save()
    lobby.join(game.pk, mary)
    game.refresh_from_db()
    return game


def path_of(game, user) -> str:
    row = letter_parts.seat_row(game, user)
    return f"/letters/orders/{reply_addresses.link_key(row)}/"


def test_orders_are_given_from_a_letter_for_its_seat_only(client, settings, table, anne, mary, jack):
    settings.REPLY_DOMAIN = "localhost"
    path = path_of(table, anne)
    page = client.get(path)
    assert page.status_code == 200
    assert not Hand.objects.exclude(orders={}).exists()
    saved = client.post(path, {"dispute": "always"}, follow=True)
    assert saved.status_code == 200
    assert Hand.objects.get(player__user=anne).orders["dispute"] == "always"
    assert not Hand.objects.get(player__user=mary).orders
    assert client.get(f"/games/{table.pk}/orders/").status_code == 302
    assert client.post(path, {"dispute": "nonsense"}).status_code == 422
    assert client.get("/letters/orders/l-aaaa/").status_code == 404
    Player.objects.filter(game=table, user=anne).update(user=jack)
    assert client.post(path, {"dispute": "never"}).status_code == 410
