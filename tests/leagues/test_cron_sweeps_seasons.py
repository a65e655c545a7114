"""Cron looks after seasons, too, where the beat is dead."""

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_cron_starts_the_games_of_a_season_although_the_beat_is_dead(make_run, people):
    run = make_run(people(8))
    for key in ("close", "start"):
        run.step(key)
    assert set(run.fixtures.values_list("status", flat=True)) == {"planned"}
    call_command("sweep")
    assert "running" in set(run.fixtures.values_list("status", flat=True))
