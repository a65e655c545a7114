"""Hints and the ledger in a real browser: loaded beside the table, and a hint played by its button."""

import pytest

from games.play import acting, bots
from games.tables import lobby
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_hint_is_loaded_and_played_without_leaving_the_table_and_the_ledger_follows(page, anne):
    game = lobby.play_now(anne, "trade-winds")
    bots.play_on(game.pk)
    sign_in(page, anne)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/games/{game.pk}/")
    page.click("a#hint")
    hint = page.locator("section#hint")
    hint.wait_for()
    assert page.evaluate("document.activeElement.id") == "hint"
    before = page.get_attribute("#live", "data-number")
    hint.locator("button").last.click()
    page.wait_for_function("before => document.querySelector('#live').dataset.number !== before", arg=before)
    assert hint.count() == 0
    page.click("#own-ledger a")
    page.locator("section#own-ledger table").first.wait_for()
    opened = page.get_attribute("#own-ledger", "data-number")
    acting.resign(game.pk, 0)
    page.locator(f"#own-ledger[data-number]:not([data-number='{opened}'])").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.url.endswith(f"/games/{game.pk}/")
