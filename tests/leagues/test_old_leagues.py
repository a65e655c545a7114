"""A league that earlier code has stored opens: its tables are marked, and its strikes go to the tables at which they were had."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from leagues import tasks
from leagues.models import FixtureSeat, Recount, Standing
from leagues.tables import division_tables

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
