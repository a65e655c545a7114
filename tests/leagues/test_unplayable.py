"""Options that only certain numbers of captains can play: no season, and no table of an open event, is made that nobody could play."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.editions.errors import NotAllowed
from leagues.models import Season
from leagues.pure.presets import Preset
from leagues.services import drawing, making, seasons

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
HOARD = {"mode": "hoard"}


@pytest.fixture
def league(organiser):
    return making.create_league(organiser, "Cup of Hoards", "piracy")


def season_of(league, organiser, preset) -> Season:
    now = timezone.now()
    return making.create_season(league.pk, organiser, preset, now + timedelta(days=2), now + timedelta(days=3))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_season_of_tables_that_its_options_do_not_allow_is_refused_with_the_reason(league, organiser, seats, golden):
    with golden.refused("refusals/leagues", NotAllowed):
        season_of(league, organiser, Preset.for_seats(seats, options=HOARD))
    assert not Season.objects.exists()


@pytest.mark.parametrize("seats", [4, 6])
def test_a_season_of_tables_that_its_options_allow_is_made(league, organiser, seats):
    assert season_of(league, organiser, Preset.for_seats(seats, options=HOARD)).preset.options == HOARD


def test_the_form_of_a_season_says_why_its_tables_cannot_be_played(league, organiser, client, sign_in, golden):
    sign_in(client, organiser)
    address = reverse("leagues:new_season", args=[league.slug])
    form = client.get(address).context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    answer = client.post(address, usual | {"seats": 5, "option-mode": "hoard"})
    assert answer.status_code == 422
    assert golden("pages/new-season", answer.context["form"].non_field_errors())
    assert not Season.objects.exists()


def test_options_of_the_league_count_where_a_season_has_none_of_its_own(organiser, golden):
    league = making.create_league(organiser, "Cup of Hoards", "piracy", HOARD)
    with golden.refused("refusals/leagues", NotAllowed):
        season_of(league, organiser, Preset.for_seats(3))


@pytest.mark.parametrize(("seats", "options", "least"), [(4, HOARD, 4), (6, HOARD, 6), (4, {"mode": "race"}, 2)])
def test_an_open_event_sets_no_smaller_table_than_its_options_allow(league, organiser, seats, options, least):
    season = season_of(league, organiser, Preset.for_seats(seats, shape="swiss", options=options))
    seasons.advance(season.pk, "open")
    assert drawing.least_seats(season) == least
