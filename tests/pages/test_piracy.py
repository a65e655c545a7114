"""A turn of Piracy in a real browser: square by square, taken back, and said in words; without scripts too."""

import pytest

from games.engine import commitment
from games.models import Game, Seed
from games.queries import table_view
from games.tables import lobby
from tests.pages.test_journeys import click_on, send, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECRET = b"a fair wind to port blackwood...".ljust(32)[:32]


@pytest.fixture
def on_turn(make_person, monkeypatch):
    """(the table, no matter who begins there): always the same, with the same event and roll."""
    monkeypatch.setattr(Seed, "draw", staticmethod(lambda: (SECRET, commitment(SECRET))))
    people = [make_person("Anne"), make_person("Mary")]
    game = lobby.create(people[0], "piracy", seats=2, place="red")
    lobby.join(game.pk, people[1], place="blue", token=game.join_token)
    game = Game.objects.get(pk=game.pk)
    return game, next(player.user for player in game.players.all() if player.seat == game.turn)


def asked(game, user):
    """What is asked now; the order that may be given instead stands last."""
    return table_view.table(Game.objects.get(pk=game.pk), user).decisions


def test_a_turn_is_clicked_taken_back_and_then_said_in_one_line(page, on_turn):
    game, user = on_turn
    sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    line = asked(game, user)[-1].ready()[0]
    for _ in range(2):
        click_on(page, page.locator(f"button[value='{asked(game, user)[0].default}']:visible").first)
    for _ in range(2):
        click_on(page, page.get_by_role("button", name="Undo"))
    page.locator("summary", has_text="orders in words").click()
    page.get_by_label("Orders").fill(line)
    click_on(page, page.get_by_role("button", name="Carry out"))
    assert asked(game, user) == []


def test_without_scripts_a_refused_order_stays_in_its_field_and_is_mended_there(browser, live_site, on_turn):
    game, user = on_turn
    line = asked(game, user)[-1].ready()[0]
    with browser.new_context(java_script_enabled=False, base_url=live_site) as context:
        page = context.new_page()
        sign_in(page, user)
        page.goto(f"/games/{game.pk}/")
        page.locator("summary", has_text="orders in words").click()
        page.get_by_label("Orders").fill(f"{line}; END")
        send(page, page.get_by_role("button", name="Carry out"))
        field = page.get_by_label("Orders")
        assert field.is_visible()
        assert field.input_value() == f"{line}; END"
        assert "END is the last word" in page.locator("#order-refused").inner_text()
        field.fill(line)
        send(page, page.get_by_role("button", name="Carry out"))
        assert page.locator("#order-refused").count() == 0
    assert asked(game, user) == []
