"""Hints and the ledger in a real browser: loaded beside the table, and a hint played by its button."""

import secrets

import pytest

from games.play import acting, bots
from games.tables import chat, lobby
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_after_ones_own_move_the_table_is_not_read_again_and_a_hint_stays_open_until_the_next_move(page, anne):
    game = lobby.play_now(anne)
    bots.play_on(game.pk)
    sign_in(page, anne)
    page.goto(f"/games/{game.pk}/")
    page.wait_for_timeout(500)  # until the socket is open
    read: list[str] = []
    page.on("request", lambda request: read.append(request.method) if request.url.endswith(f"/games/{game.pk}/") else None)
    page.click("a#hint")
    page.locator("section#hint button").first.click()
    page.click("a#hint")
    page.locator("section#hint").wait_for()
    page.wait_for_timeout(500)
    assert read == []
    chat.post_line(game.pk, anne, "What now?")
    page.get_by_text("What now?").wait_for()
    assert read == ["GET"]
    assert page.locator("section#hint button").count() > 0


def test_a_hint_is_loaded_and_played_without_leaving_the_table_and_the_ledger_follows(page, anne, monkeypatch):
    draw = secrets.token_bytes  # with these dice the board asks again after the hint; else the page goes on to what is asked below it
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: bytes(range(32)) if size == 32 else draw(size))
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
    page.wait_for_function("() => document.querySelector('#board').getBoundingClientRect().bottom > innerHeight / 3")
    page.click("#own-ledger a")
    page.locator("section#own-ledger table").first.wait_for()
    opened = page.get_attribute("#own-ledger", "data-number")
    acting.resign(game.pk, 0)
    page.locator(f"#own-ledger[data-number]:not([data-number='{opened}'])").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.url.endswith(f"/games/{game.pk}/")
