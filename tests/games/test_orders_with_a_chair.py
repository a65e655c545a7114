"""Who takes a chair where only orders dispute is asked for theirs there and then, whichever way leads to it."""

import pytest

from games.models import Game, Hand
from games.services import playing, tables
from games.services.rematch import rematch
from tests.games.disputes import crew, sail_too_far
from tests.pages.conftest import seen_text

pytestmark = pytest.mark.django_db
WHY = "there is no later chance"
NEW = {"seats": "3", "bots": "0", "level": "easy", "pace": "86400", "open_to_all": "False"}
TOLD = {"order-dispute": "certain", "order-dispute_ratio": "25"}
KEPT = {"dispute": "certain", "dispute_ratio": 25}


def given(game: Game, person) -> dict:
    return Hand.objects.get(player__game=game, player__user=person).orders


@pytest.fixture
def waiting(anne):
    """A table for two at which Anne sits."""
    return tables.create(anne, "buccaneer", {}, seats=2, place="bombay", name="Port Royal", open_to_all=True)


# -- a chair ----------------------------------------------------------------------------------------------
def test_who_takes_the_last_chair_is_asked_before_the_game_begins(waiting, mary, client, sign_in):
    page = sign_in(client, mary).get(f"/games/{waiting.pk}/").content.decode()
    assert WHY in page
    assert '<select name="order-dispute"' in page
    assert '<option value="never" selected>' in page
    client.post(f"/games/{waiting.pk}/join/", {"place": "cadiz"} | TOLD)
    waiting.refresh_from_db()
    assert (waiting.status, given(waiting, mary)) == ("running", KEPT)
    sail_too_far(waiting)
    assert crew(waiting, 0) == ()
    assert waiting.moves.get(decision="dispute").by == "standing"


def test_who_comes_by_the_link_is_asked_too(waiting, mary, client, sign_in):
    page = sign_in(client, mary).get(f"/join/{waiting.join_token}/").content.decode()
    assert '<select name="order-dispute"' in page
    client.post(f"/games/{waiting.pk}/join/", {"token": waiting.join_token} | TOLD)
    assert given(waiting, mary) == KEPT


def test_an_order_that_is_not_offered_gives_no_chair_and_what_was_said_stands_in_the_form(waiting, mary, client, sign_in):
    answer = sign_in(client, mary).post(f"/games/{waiting.pk}/join/", {"order-dispute": "sometimes", "order-dispute_ratio": "25"})
    assert answer.status_code == 422
    assert "“Someone may have sailed too far” was not understood" in answer.content.decode()
    assert '<option value="25" selected>' in answer.content.decode()
    assert not waiting.players.filter(user=mary).exists()


@pytest.mark.parametrize(("slug", "options"), [("buccaneer", {"disputes": 24}), ("buccaneer", {"oversail": "refuse"}), ("bounty", {})])
def test_elsewhere_no_orders_are_asked_with_a_chair(anne, mary, client, sign_in, slug, options):
    game = tables.create(anne, slug, options, seats=2, open_to_all=True)
    assert 'name="order-' not in sign_in(client, mary).get(f"/games/{game.pk}/").content.decode()


# -- a new table ------------------------------------------------------------------------------------------
def test_who_makes_a_table_is_asked_in_the_same_form(anne, client, sign_in):
    page = sign_in(client, anne).get("/tables/new/buccaneer/").content.decode()
    assert WHY in page
    client.post("/tables/new/buccaneer/", NEW | TOLD)
    assert given(Game.objects.get(), anne) == KEPT


def test_a_table_that_is_made_without_them_asks_first(anne, client, sign_in):
    answer = sign_in(client, anne).post("/tables/new/buccaneer/", NEW)
    assert answer.status_code == 422
    assert "everyone is asked for standing orders before the game begins" in seen_text(answer)
    assert not Game.objects.exists()


def test_the_form_asks_as_soon_as_the_options_call_for_it_and_no_longer(anne, client, sign_in):
    sign_in(client, anne)
    asks = {
        slug: 'name="order-dispute"' in client.get(f"/tables/new/{slug}/").content.decode()
        for slug in ("buccaneer", "buccaneer-classic", "buccaneer-family", "bounty", "piracy", "trade-winds")
    }
    assert asks == dict.fromkeys(asks, False) | {"buccaneer": True}
    bluff = client.post("/tables/new/buccaneer-classic/terms/", NEW | {"option-oversail": "bluff"}).content.decode()
    assert '<div id="first-orders" hx-swap-oob="true">' in bluff
    assert '<select name="order-dispute"' in bluff
    waits = client.post("/tables/new/buccaneer/terms/", NEW | {"option-disputes": "24"}).content.decode()
    assert 'name="order-dispute"' not in waits
    assert client.post("/tables/new/buccaneer/", NEW | {"option-disputes": "24"}).status_code == 302


# -- a rematch --------------------------------------------------------------------------------------------
@pytest.fixture
def over(waiting, anne, mary):
    """A game of Anne and Mary that has ended; both gave orders."""
    tables.join(waiting.pk, mary, place="cadiz", orders={"dispute": "always"})
    Hand.objects.filter(player__game=waiting, player__user=anne).update(
        orders={"dispute": "certain", "dispute_foes": ["cadiz"], "flee": "home", "old": 1}
    )
    playing.resign(waiting.pk, 0)
    return Game.objects.get(pk=waiting.pk)


def test_orders_come_along_to_a_rematch_without_what_means_nothing_there(over, anne, mary):
    again = rematch(over.pk, anne)
    assert given(again, anne) == {"dispute": "certain", "flee": "home"}
    tables.join(again.pk, mary)
    assert given(again, mary) == {"dispute": "always"}
    assert Game.objects.get(pk=again.pk).status == "running"


@pytest.mark.parametrize("page", ["", "story/"])
def test_the_form_for_a_rematch_asks_with_the_orders_of_the_game_before(over, anne, mary, client, sign_in, page):
    shown = sign_in(client, anne).get(f"/games/{over.pk}/{page}").content.decode()
    assert '<option value="certain" selected>' in shown
    client.post(f"/games/{over.pk}/rematch/", {"order-dispute": "suspicious", "order-dispute_ratio": "20"})
    again = over.rematches.get()
    assert given(again, anne) == {"dispute": "suspicious", "dispute_ratio": 20, "flee": "home"}
    shown = sign_in(client, mary).get(f"/games/{again.pk}/").content.decode()
    assert '<option value="always" selected>' in shown
