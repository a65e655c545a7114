"""A league that earlier code has stored opens: its tables are marked, and its strikes go to the tables at which they were had."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from leagues import tasks
from leagues.models import FixtureSeat, Recount, Standing
from leagues.services import results
from leagues.tables import division_tables

pytestmark = pytest.mark.one_database

BEFORE = [("leagues", "0007_ready_checks")]


def migrate(to) -> object:
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return executor.loader.project_state(to).apps


@pytest.mark.django_db(transaction=True)
def test_a_season_of_before_keeps_its_points_and_strikes_but_for_those_of_void_tables(run, members):
    first, second, third = list(run.fixtures.filter(seats__entry__user=members[0]))[:3]
    for fixture in (first, second, third):
        fixture.game.players.filter(user=members[0]).update(strikes=1)
        run.end(fixture)
    newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "leagues"]
    old = migrate(BEFORE)
    assert list(old.get_model("leagues", "Entry").objects.filter(strikes__gt=0).values_list("strikes", flat=True)) == [3]
    old.get_model("leagues", "Entry").objects.filter(strikes=3).update(strikes=5)  # two that no table knows of
    old.get_model("leagues", "Fixture").objects.filter(pk=third.pk).update(status="void")
    migrate(newest)
    tasks.sweep()
    assert not Recount.objects.exists()
    kept = Standing.objects.get(entry__user=members[0])
    assert (kept.strikes, kept.games, kept.owed) == (4, 2, 1)
    assert kept.points == sum(FixtureSeat.objects.filter(entry=kept.entry, fixture__in=(first, second)).values_list("points", flat=True))
    assert [row.entry for row in division_tables.table_of(run.season.divisions.get())][kept.order - 1] == kept.entry_id


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("status", ["final", "archived"])
def test_a_result_that_was_published_before_half_of_the_games_were_asked_for_keeps_its_places(run, members, organiser, status):
    first = run.fixtures.filter(seats__entry__user=members[0]).first()
    run.end(first, [1 if seat.entry.user_id == members[0].pk else 2 for seat in first.seats.all()])
    for fixture in run.fixtures.exclude(pk=first.pk):
        results.void(fixture.pk, organiser, "the rules had a fault")
    newest = [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] == "leagues"]
    old = migrate([("leagues", "0011_outages_put_the_hard_end_off")]).get_model("leagues", "Season").objects.get()
    old.preset_data.pop("least_counted")
    old.status = status
    old.save()
    migrate(newest)
    tasks.sweep()
    best = division_tables.table_of(run.season.divisions.get())[0]
    assert (best.person.user, best.place, best.has_place) == (members[0], 1, True)
