"""A league of every edition, whatever it brings or leaves out: from its settings to its standings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play import acting
from games.play.controllers import bot_levels
from games.rulesets import all_rulesets, get_ruleset
from leagues.pure.presets import Preset
from leagues.services import entries, making, seasons
from tests.leagues.conftest import Run

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_a_season_of_every_edition_is_played_to_its_end(slug, organiser, anne, client, sign_in):
    rules, now = get_ruleset(slug), timezone.now()
    league = making.create_league(organiser, "Cup of Tortuga", slug, {})
    preset = Preset.for_seats(rules.usual_seats)
    season = making.create_season(league.pk, organiser, preset, now + timedelta(days=2), now + timedelta(days=3))
    run = Run(season)
    run.step("open")
    entries.register(season.pk, anne)
    entries.add_bots(season.pk, organiser, rules.usual_seats - 1, bot_levels(rules)[0])
    run.begin()
    assert {fixture.game.ruleset for fixture in run.fixtures} == {slug}
    while running := list(run.fixtures.filter(status="running")):
        for fixture in running:
            acting.end_as_it_stands(fixture.game_id, "agreed")
        seasons.move_on(season.pk)
        run.start_games()
    assert run.season.status == "final"
    sign_in(client, anne)
    for address in (f"/leagues/{league.slug}/", f"/leagues/{league.slug}/1/", f"/ratings/{slug}/"):
        assert client.get(address, follow=True).status_code == 200
