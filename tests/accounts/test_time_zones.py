"""The list of time zones as people read it."""

import re
from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.forms import Select
from django.utils.safestring import SafeString

from accounts import services
from accounts.forms import ProfileForm
from accounts.time_zones import ZoneField, ahead, listed_name, named_at, time_zones, zone_choices
from core.long_select import LongSelect, SearchedSelect
from games.rulesets import get_ruleset
from games.tables import lobby
from games.tables.clock_form import countries
from games.tables.posted import TableForm

pytestmark = pytest.mark.one_database
SUMMER, WINTER = datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 12, 1, 12, tzinfo=UTC)


def words_of(name, now):
    """What the list calls this zone."""
    return next(words for _, group in named_at(now) if isinstance(group, list) for key, words in group if key == name)


@pytest.mark.parametrize(
    ("name", "now", "words"),
    [
        ("Europe/Berlin", WINTER, "Berlin (UTC+1 now)"),
        ("Europe/Berlin", SUMMER, "Berlin (UTC+2 now)"),
        ("Asia/Kolkata", SUMMER, "Kolkata (UTC+5:30 now)"),
        ("America/St_Johns", WINTER, "St Johns (UTC−3:30 now)"),
        ("America/Argentina/Buenos_Aires", WINTER, "Buenos Aires, Argentina (UTC−3 now)"),
        ("Antarctica/DumontDUrville", SUMMER, "Dumont d’Urville (UTC+10 now)"),
    ],
)
def test_a_zone_is_called_by_its_city_and_what_its_clocks_show_now(name, now, words):
    assert words_of(name, now) == words


def test_no_zone_is_called_by_words_run_together():
    called = [words for _, group in named_at(WINTER) if isinstance(group, list) for _, words in group]
    assert not [words for words in called if re.search("[a-z][A-Z]", words.replace("McMurdo", "").replace("UTC", ""))]


def listed():
    return [key for area, group in zone_choices() for key in ([key for key, _ in group] if isinstance(group, list) else [area])]


def test_every_zone_is_in_the_list_once():
    cities = [name.split("/")[-1] for name in listed()]
    assert len(cities) == len(set(cities)) > 400, "two names for one place"
    assert not {"Africa/Asmera", "America/Louisville", "Asia/Calcutta", "US/Eastern"} & set(listed())


def test_every_old_name_stands_for_a_listed_zone_with_the_same_clocks():
    names = listed()
    for name in time_zones():
        assert listed_name(name) in names
        assert [ahead(name, now) for now in (SUMMER, WINTER)] == [ahead(listed_name(name), now) for now in (SUMMER, WINTER)], name


@pytest.mark.parametrize(("old", "new"), [("Asia/Calcutta", "Asia/Kolkata"), ("Africa/Asmera", "Africa/Asmara"), ("UTC", "UTC")])
def test_a_stored_old_name_still_works_and_its_zone_is_selected(anne, old, new):
    anne.time_zone = old
    anne.clean_fields()
    assert f'<option value="{new}" selected>' in str(ProfileForm(instance=anne)["time_zone"])
    assert f'<option value="{new}" selected>' in str(TableForm(get_ruleset("buccaneer"), zone=old)["clock_zone"])


def test_an_old_name_from_a_browser_is_the_listed_zone(db):
    assert services.make_guest("Asia/Calcutta").time_zone == "Asia/Kolkata"
    assert ZoneField().clean("Europe/Kiev") == "Europe/Kyiv"
    with pytest.raises(ValidationError):
        ZoneField().clean("Nowhere/Land")


@pytest.mark.parametrize("choices", [zone_choices, countries])
def test_a_long_list_has_the_markup_of_any_other_list(choices):
    drawn = [
        kind({"data-zones": ""}, choices()).render("zone", "Europe/Berlin", {"id": "id_zone", "required": True})
        for kind in (LongSelect, Select)
    ]
    assert "".join(drawn[0].split()) == "".join(drawn[1].split())


def test_the_field_that_narrows_a_list_has_its_room_before_scripts_run_and_is_never_sent():
    drawn = SearchedSelect("Search for a city", choices=zone_choices()).render("zone", "Europe/Berlin")
    field, _, rest = drawn.partition("<select")
    assert field.startswith('<input type="search"')
    assert " name=" not in field
    assert "<select" + rest == LongSelect(choices=zone_choices()).render("zone", "Europe/Berlin")


def test_markup_in_a_choice_of_a_long_list_is_text():
    assert "<b>" not in LongSelect(choices=[('"><b>', "<b>")]).render("name", "")
    assert "<i>" in LongSelect(choices=[("", SafeString("<i>"))]).render("name", "")
    assert "<i>" not in LongSelect(choices=[("", "<i>")]).render("name", ""), "a text that equals a safe one is not safe"


def test_a_table_made_with_one_click_has_the_clock_of_its_owner(anne):
    anne.time_zone = "Asia/Tokyo"
    assert lobby.play_now(anne).terms.zone == "Asia/Tokyo"
