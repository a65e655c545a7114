"""The terms of a table about time, as people choose them."""

from datetime import UTC, datetime

import pytest
from django.utils.html import strip_tags

from games.clocks.paces import DAY, HOUR, Bank, Slots, Steady
from games.models import Game

pytestmark = pytest.mark.django_db

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
    ("fields", "place", "sentence"),
    [
        ({"clock_own": "steady", "clock_hours": "3"}, "clock_hours", "from 12 hours to 14 days"),
        ({"clock_own": "steady"}, "clock_hours", "from 12 hours to 14 days"),
        (BANK | {"clock_floor": "6", "clock_increment": "6"}, "clock_floor", "never has less than 12 hours"),
        (BANK | {"clock_increment": "13"}, "clock_increment", "adds at most as much"),
        (BANK | {"clock_floor": "80"}, "clock_initial", "starts with at least"),
        (BANK | {"clock_cap": "71"}, "clock_cap", "at least what it starts with"),
        (BANK | {"clock_free": "169"}, "clock_free", "less than or equal to 168"),
        ({"clock_own": "slots"}, "clock_slot_days", "at least one day"),
        ({"clock_own": "slots", "clock_slot_days": ["1"], "clock_least_hours": "3"}, "clock_least_hours", "at least 12 hours"),
        ({"clock_days_off": ["0", "1", "2", "3"]}, "clock_days_off", "At most three days"),
        ({"clock_quiet_from": "22:00"}, "clock_quiet_to", "both a beginning and an end"),
        ({"clock_quiet_to": "08:00"}, "clock_quiet_from", "both a beginning and an end"),
        ({"clock_quiet_from": "06:00", "clock_quiet_to": "22:00"}, "clock_quiet_to", "up to twelve hours"),
        ({"pace": "untimed", "open_to_all": "True"}, "pace", "for friends"),
    ],
)
def test_what_is_wrong_stands_at_its_own_field_and_the_fields_are_opened(make, fields, place, sentence):
    answer, terms = make(**fields)
    assert (answer.status_code, terms) == (422, None)
    assert list(answer.context["form"].errors) == [place]
    assert sentence in answer.context["form"].errors[place][0]
    assert '<details class="card terms-form" open>' in answer.content.decode()


# -- what it means --------------------------------------------------------------------------------------
@pytest.fixture
def means(client, sign_in, anne, time_machine):
    """`means(field=value)`: what the form says its terms come to, on a Friday evening."""
    time_machine.move_to(datetime(2026, 1, 9, 18, tzinfo=UTC), tick=False)
    sign_in(client, anne)

    def send(**fields):
        answer = client.post("/tables/new/toy/terms/", USUAL | fields)
        return answer.status_code, " ".join(strip_tags(answer.content.decode()).split())

    return send


def test_the_form_says_in_sentences_and_by_an_example_what_its_terms_come_to(means):
    status, text = means(pace="86400", clock_zone="Europe/Berlin", clock_days_off=["5", "6"], clock_helmsman="yes", clock_ready_check="yes")
    assert status == 200
    assert "Every turn is due within a day." in text
    assert "No clock runs on Saturday and Sunday." in text
    assert "When time is out, a helmsman plays." in text
    assert "everyone says that they are ready" in text
    assert "due Mon 12 Jan, 18:00, and an answer would count until Tue 13 Jan, 06:00, your time (Europe/Berlin: Mon 12 Jan, 19:00" in text


def test_the_form_says_what_is_lacking_while_it_is_filled_in_and_makes_no_table(means):
    assert means(clock_own="bank") == (200, "A turn never has less than 12 hours, the free ones included.")
    assert means(pace="untimed")[1].startswith("Among friends only")
    assert "would be due" not in means(pace="untimed")[1]
    assert not Game.objects.exists()


def test_a_form_that_is_refused_for_its_chairs_still_says_what_its_terms_mean(client, sign_in, anne):
    page = sign_in(client, anne).post(
        "/tables/new/buccaneer/", {"seats": "2", "bots": "3", "level": "easy", "pace": "86400", "open_to_all": "False"}
    )
    assert page.status_code == 422
    assert "2 captains means at most 1 bot." in page.content.decode()
    assert "Every turn is due within a day." in page.content.decode().split("means-now")[1]


def test_a_form_that_is_new_says_what_the_usual_terms_mean(client, sign_in, anne):
    page = sign_in(client, anne).get("/tables/new/toy/").content.decode()
    assert "What this means for everyone’s time" in page
    assert "If a turn began now, it would be due" in page


def test_terms_of_an_edition_that_is_not_there_are_not_found(client, sign_in, anne):
    assert sign_in(client, anne).post("/tables/new/nowhere/terms/", USUAL).status_code == 404
    assert client.get("/tables/new/toy/terms/").status_code == 405


def test_the_terms_are_shown_at_the_table_and_in_the_lobby(make, client, sign_in, mary):
    make(pace="bank-7d", open_to_all="True")
    sign_in(client, mary)
    assert "A week in the bank" in client.get("/lobby/").content.decode()
    assert "each turn adds a day" in client.get(f"/games/{Game.objects.get().pk}/").content.decode()
