"""The terms of a table about time, as people choose them."""

import pytest

from games.clock.paces import DAY, HOUR, Bank, Slots, Steady
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
        {"clock_own": "steady", "clock_hours": "3"},
        {"clock_own": "bank", "clock_initial": "12", "clock_floor": "24", "clock_cap": "96"},
        {"clock_own": "slots"},
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


def test_the_terms_are_shown_at_the_table_and_in_the_lobby(make, client, sign_in, mary):
    make(pace="bank-7d", open_to_all="True")
    sign_in(client, mary)
    assert "A week in the bank" in client.get("/lobby/").content.decode()
    assert "each turn adds a day" in client.get(f"/games/{Game.objects.get().pk}/").content.decode()
