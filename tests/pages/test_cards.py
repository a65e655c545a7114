"""The cards of the front page: every game on offer with its picture, players, length and weight, and the ways into it."""

import pytest

from games.editions import cards
from games.models import Game
from games.rulesets import on_offer
from tests.reading import part, parts, tree

pytestmark = pytest.mark.one_database

OFFERS = [pytest.param(offer, id=f"{offer.rules.slug}-{offer.slug}".strip("-")) for offer in cards.offers()]


def card_of(page, offer):
    """The card of a game on the front page."""
    return next(node for node in tree(page).css(".cards > li") if node.css_first("h3").text().startswith(offer.name + " "))


def address_of(page, offer, name: str) -> str:
    """Where the button or link of that name leads."""
    found = next(node for node in card_of(page, offer).css("button, a") if node.text() == name)
    return found.attributes.get("formaction") or found.attributes["href"]


def test_every_edition_and_hoard_is_a_game_of_its_own_on_the_front_page(client, db):
    names = parts(client.get("/"), ".cards h3")
    assert len(names) == len(on_offer()) + 1
    assert any(name.startswith("Hoard") for name in names)


@pytest.mark.parametrize("offer", OFFERS)
def test_a_card_says_players_length_and_weight(client, db, offer, golden):
    assert golden("pages/home", card_of(client.get("/"), offer).css_first("dl").text(separator=" ", strip=True))


@pytest.mark.parametrize("offer", [case for case in OFFERS if case.values[0].has_picture])
def test_the_picture_of_a_card_is_a_small_file_that_is_loaded_when_it_is_seen(client, db, offer):
    picture = card_of(client.get("/"), offer).css_first("img")
    drawn = client.get(picture.attributes["src"])
    assert picture.attributes["loading"] == "lazy"
    assert drawn["Content-Type"] == "image/svg+xml"
    assert drawn["Cache-Control"] == "public, max-age=86400"
    assert drawn.content.startswith(b"<svg ")
    assert b'xmlns="http://www.w3.org/2000/svg"' in drawn.content[:200]
    assert b"var(" not in drawn.content


def test_there_is_no_picture_of_a_game_that_is_not_on_offer(client, db):
    assert client.get("/pictures/nowhere.svg").status_code == 404
    assert client.get("/pictures/piracy/nowhere.svg").status_code == 404
    assert client.post("/play/piracy/nowhere/").status_code == 404


@pytest.mark.parametrize("offer", OFFERS)
def test_play_now_begins_the_game_of_the_card(client, db, offer):
    client.post(address_of(client.get("/"), offer, "Play now"))
    game = Game.objects.get()
    assert game.ruleset == offer.rules.slug
    assert game.options.items() >= offer.options.items()
    assert game.status == Game.Status.RUNNING


@pytest.mark.parametrize("offer", OFFERS)
def test_new_table_of_a_card_has_its_options_chosen(client, anne, sign_in, offer):
    sign_in(client, anne)
    address = address_of(client.get("/"), offer, "New table")
    page = client.get(address)
    assert offer.name in part(page, "h1")
    chosen = tree(page).css("select[name^=option-] option[selected]")
    named = {node.parent.attributes["name"]: node.attributes["value"] for node in chosen}
    assert named.items() >= {f"option-{key}": str(value) for key, value in offer.options.items()}.items()


@pytest.mark.parametrize("offer", OFFERS)
def test_rules_of_a_card_lead_to_a_part_that_is_there(client, db, offer):
    address = address_of(client.get("/"), offer, "Rules")
    page = client.get(address)
    assert page.status_code == 200
    assert "#" not in address or tree(page).css_first(f"[id={address.partition('#')[2]}]") is not None
