"""The form for a new table, filled in by hand."""

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_search_for_the_old_name_of_a_city_finds_its_time_zone(page, anne):
    sign_in(page, anne)
    page.goto("/tables/new/buccaneer/")
    zones = page.locator("[name=clock_zone]")
    search = page.locator("[data-narrows]")
    with_old_names = {
        "montreal": "America/Toronto", "Calcutta": "Asia/Kolkata", "saigon": "Asia/Ho_Chi_Minh", "Kiev": "Europe/Kyiv",
        "rangoon": "Asia/Yangon", "porto acre": "America/Rio_Branco",
    }  # fmt: skip
    for old, name in with_old_names.items():
        search.evaluate("(field, words) => { field.value = words; field.dispatchEvent(new Event('input')); }", old)
        expect(zones).to_have_value(name)
        expect(zones.locator("option")).to_have_count(1)


def test_a_new_table_for_fewer_captains_has_fewer_bots_by_itself(page, anne):
    sign_in(page, anne)
    page.goto("/tables/new/buccaneer/")
    captains, bots = (page.get_by_label(label, exact=True) for label in ("Captains in all", "Bots among them"))
    bots.select_option("3")
    captains.select_option("2")
    expect(bots).to_have_value("1")
    captains.select_option("6")
    expect(bots).to_have_value("3")
    captains.select_option("2")
    page.get_by_role("button", name="Make the table").click()
    page.locator("#live").wait_for()
    assert Game.objects.get().players.exclude(bot="").count() == 1


@pytest.mark.parametrize(("width", "height", "screens"), [(1280, 800, 1), (360, 740, 2)])
def test_the_form_for_a_new_table_fits_one_screen_and_two_on_a_phone(page, anne, width, height, screens):
    sign_in(page, anne)
    page.set_viewport_size({"width": width, "height": height})
    for slug in ("buccaneer", "bounty", "piracy"):
        page.goto(f"/tables/new/{slug}/")
        button = page.get_by_role("button", name="Make the table").bounding_box()
        assert button["y"] + button["height"] <= screens * height, slug


def test_what_the_button_does_is_said_beside_it_while_the_form_is_filled_in(page, anne):
    sign_in(page, anne)
    page.goto("/tables/new/bounty/")
    happens = page.locator("#what-happens")
    expect(happens).to_have_text("The game begins when 3 captains join. The next page has a link to send.")
    page.get_by_label("Bots only").check()
    expect(happens).to_have_text("The game begins at once, against 3 bots.")
    expect(page.get_by_label("Bots among them", exact=True)).to_be_hidden()
    page.get_by_label("Anyone: the table").check()
    page.get_by_label("Bots among them", exact=True).select_option("2")
    expect(happens).to_have_text("The game begins when 1 captain joins. The table is in the lobby, and anyone may watch it.")
    page.get_by_label("Bots only").check()
    page.get_by_role("button", name="Make the table").click()
    page.locator("#live").wait_for()
    assert Game.objects.get().players.exclude(bot="").count() == 3
