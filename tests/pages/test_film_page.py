"""The film of a public game plays by itself for everyone who has its link, move by move, without loading pages."""

import pytest
from playwright.sync_api import expect

from games.engine import Action
from games.models import Game
from games.play import acting
from games.tables import lobby

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOVED = "number => Number(document.querySelector('.table').dataset.number) >= number"


@pytest.fixture
def ended(make_person) -> Game:
    anne, mary = make_person("Anne"), make_person("Mary")
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", open_to_all=True, name="Long ago")
    lobby.join(game.pk, mary, place="london")
    acting.act(game.pk, Action(0, "sail", "T17"), 0)
    acting.act(game.pk, Action(0, "heading", "NW"), 1)
    acting.end_as_it_stands(game.pk, "agreed")
    return Game.objects.get(pk=game.pk)


def test_a_shared_film_plays_to_its_end_and_can_be_stepped_through(page, ended):
    page.goto(f"/games/{ended.pk}/film/")
    page.evaluate("window.isSamePage = true")
    page.wait_for_function(MOVED, arg=ended.number)
    expect(page.get_by_role("link", name="See it again")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator(".table")).to_have_attribute("data-number", str(ended.number - 1))
    page.wait_for_timeout(700)  # nothing goes on by itself any more
    expect(page.locator(".table")).to_have_attribute("data-number", str(ended.number - 1))
    page.locator("input[type=range]").fill("0")
    expect(page.locator(".table")).to_have_attribute("data-number", "0")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(MOVED, arg=ended.number)
    assert page.evaluate("window.isSamePage")
    assert page.url.endswith(f"/film/{ended.number}/")
