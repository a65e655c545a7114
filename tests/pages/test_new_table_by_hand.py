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
    captains, bots = (page.get_by_label(label, exact=True) for label in ("Captains", "Bots among them"))
    captains.select_option("2")
    expect(bots).to_have_value("1")
    captains.select_option("6")
    expect(bots).to_have_value("3")
    captains.select_option("2")
    page.get_by_role("button", name="Make the table").click()
    page.locator("#live").wait_for()
    assert Game.objects.get().players.exclude(bot="").count() == 1
