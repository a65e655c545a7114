"""The terms of a table about time, as people choose them."""

from datetime import UTC, datetime

import pytest

from games.clocks.paces import DAY, HOUR, Bank, Slots, Steady
from games.models import Game
from tests.reading import part, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

USUAL = {"seats": "2", "bots": "0", "level": "easy", "pace": "172800", "open_to_all": "False"}


@pytest.fixture
def make(client, sign_in, anne):
    """`make(field=value)`: the answer to Anne's form, and the table's terms if one was made."""
    sign_in(client, anne)

    def send(**fields):
        answer = client.post("/tables/new/toy/", USUAL | fields)
        game = Game.objects.order_by("-pk").first()
        return answer, game and game.terms

    return send


def test_a_form_sent_as_it_is_makes_a_table_with_the_usual_terms(make):
    answer, terms = make()
    assert (answer.status_code, terms.pace, terms.patience, terms.calendar.days_off) == (302, Steady(2 * DAY), 12 * HOUR, ())


def test_a_preset_with_weekends_holidays_and_quiet_nights(make):
    fields = {"pace": "bank-3d", "clock_zone": "Europe/Berlin", "clock_days_off": ["5", "6"], "clock_country": "DE"}
    answer, terms = make(**fields, clock_quiet_from="22:00", clock_quiet_to="08:00")
    assert answer.status_code == 302
    assert (terms.pace, terms.zone, terms.calendar.days_off, terms.calendar.country) == (Bank(), "Europe/Berlin", (5, 6), "DE")
    assert f"{terms.calendar.quiet[0]:%H:%M}" == "22:00"


def test_a_pace_of_one_s_own(make):
    assert make(clock_own="steady", clock_hours="36")[1].pace == Steady(36 * HOUR)
    bank = {"clock_initial": "48", "clock_increment": "6", "clock_cap": "96", "clock_floor": "12"}
    assert make(clock_own="bank", **bank)[1].pace == Bank(48 * HOUR, 6 * HOUR, 96 * HOUR, 12 * HOUR)
    slots = {"clock_slot_days": ["1", "3"], "clock_slot_at": "19:30", "clock_least_hours": "24"}
    assert make(clock_own="slots", **slots)[1].pace == Slots((1, 3), 19, 30, DAY)


@pytest.mark.parametrize(
    "fields",
    [
        {"pace": "never"},
        {"pace": "untimed", "open_to_all": "True"},
        {"clock_helmsman": "two"},
        {"clock_days_off": ["0", "1", "2", "3"]},
        {"clock_days_off": ["9"]},
        {"clock_quiet_from": "22:00"},
        {"clock_quiet_from": "06:00", "clock_quiet_to": "22:00"},
        {"clock_zone": "Europe/Atlantis"},
        {"clock_country": "<b>"},
        {"clock_grace": "1"},
        {"clock_hours": "-1"},
    ],
)
def test_terms_that_cannot_be_are_refused_and_make_no_table(make, fields):
    answer, terms = make(**fields)
    assert (answer.status_code, terms) == (422, None)


BANK = {"clock_own": "bank", "clock_initial": "72", "clock_increment": "12", "clock_cap": "120", "clock_floor": "12"}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"clock_own": "steady", "clock_hours": "3"}, "clock_hours"),
        ({"clock_own": "steady"}, "clock_hours"),
        (BANK | {"clock_floor": "6", "clock_increment": "6"}, "clock_floor"),
        (BANK | {"clock_increment": "13"}, "clock_increment"),
        (BANK | {"clock_floor": "80"}, "clock_initial"),
        (BANK | {"clock_cap": "71"}, "clock_cap"),
        (BANK | {"clock_free": "169"}, "clock_free"),
        ({"clock_own": "slots"}, "clock_slot_days"),
        ({"clock_own": "slots", "clock_slot_days": ["1"], "clock_least_hours": "3"}, "clock_least_hours"),
        ({"clock_days_off": ["0", "1", "2", "3"]}, "clock_days_off"),
        ({"clock_quiet_from": "22:00"}, "clock_quiet_to"),
        ({"clock_quiet_to": "08:00"}, "clock_quiet_from"),
        ({"clock_quiet_from": "06:00", "clock_quiet_to": "22:00"}, "clock_quiet_to"),
        ({"pace": "untimed", "open_to_all": "True"}, "pace"),
        ({"pace": "slots", "clock_quiet_from": "20:00", "clock_quiet_to": "08:00"}, "clock_quiet_from"),
        ({"pace": "slots", "clock_days_off": ["0", "2", "4"]}, "clock_days_off"),
        ({"clock_own": "slots", "clock_slot_days": ["0"], "clock_days_off": ["0", "1"]}, "clock_days_off"),
    ],
)
def test_what_is_wrong_stands_at_its_own_field_and_the_fields_are_opened(make, fields, place, golden):
    answer, terms = make(**fields)
    assert (answer.status_code, terms) == (422, None)
    assert list(answer.context["form"].errors) == [place]
    assert golden("pages/new-table", part(answer, f"#id_{place}_error"))
    assert '<details class="terms-form" open>' in answer.content.decode()


# -- what it means --------------------------------------------------------------------------------------
@pytest.fixture
def means(client, sign_in, anne, time_machine):
    """`means(field=value)`: what the form says its terms come to, on a Friday evening."""
    time_machine.move_to(datetime(2026, 1, 9, 18, tzinfo=UTC), tick=False)
    sign_in(client, anne)

    def send(**fields):
        answer = client.post("/tables/new/toy/terms/", USUAL | fields)
        return answer.status_code, part(answer, "body")

    return send


def test_the_form_says_in_sentences_and_by_an_example_what_its_terms_come_to(means, golden):
    status, text = means(pace="86400", clock_zone="Europe/Berlin", clock_days_off=["5", "6"], clock_helmsman="yes", clock_ready_check="yes")
    assert status == 200
    assert golden("pages/new-table", text, dated=True)


def test_the_form_says_what_is_lacking_while_it_is_filled_in_and_makes_no_table(means, golden):
    at_night = {"pace": "slots", "clock_quiet_from": "20:00", "clock_quiet_to": "08:00"}
    for fields in ({"clock_own": "bank"}, {"pace": "untimed"}, at_night):
        status, text = means(**fields)
        assert status == 200
        assert golden("pages/new-table", text)
    assert not Game.objects.exists()


def test_a_form_that_is_refused_for_its_chairs_still_says_what_its_terms_mean(client, sign_in, anne, golden):
    page = sign_in(client, anne).post(
        "/tables/new/buccaneer/", {"seats": "2", "bots": "3", "level": "easy", "pace": "86400", "open_to_all": "False"}
    )
    assert page.status_code == 422
    assert golden("pages/new-table", part(page, "#id_bots_error li"))
    assert golden("pages/new-table", part(page, "#means-now"))


def test_a_form_that_is_refused_for_its_chairs_shows_as_many_bots_as_there_is_room_for_and_can_be_sent_again(client, sign_in, anne):
    said = {"seats": "2", "bots": "3", "level": "easy", "pace": "86400", "open_to_all": "False"}
    page = sign_in(client, anne).post("/tables/new/buccaneer/", said)
    assert tree(page).css_first("#id_bots option[selected]").attributes["value"] == "1"


def test_a_form_that_is_new_says_what_the_usual_terms_mean(client, sign_in, anne, golden):
    page = sign_in(client, anne).get("/tables/new/toy/")
    assert golden("pages/new-table", part(page, "#means-now summary"))
    assert golden("pages/new-table", part(page, "#means-now p.soft"))


def test_terms_of_an_edition_that_is_not_there_are_not_found(client, sign_in, anne):
    assert sign_in(client, anne).post("/tables/new/nowhere/terms/", USUAL).status_code == 404
    assert client.get("/tables/new/toy/terms/").status_code == 405


def test_the_terms_are_shown_at_the_table_and_in_the_lobby(make, client, sign_in, mary, golden):
    make(pace="bank-7d", open_to_all="True")
    sign_in(client, mary)
    assert golden("pages/lobby", part(client.get("/lobby/"), "main p"))
    assert golden("pages/room", part(client.get(f"/games/{Game.objects.get().pk}/"), "dl.terms dd"))
