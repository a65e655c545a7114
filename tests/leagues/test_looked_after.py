"""Looking after a season: what cannot be wrong is not read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues import tasks
from leagues.models import Fixture, Round
from leagues.queries import dashboard
from leagues.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def to_come(run) -> Fixture:
    """A table whose round has not been opened."""
    opened = Round.objects.create(season=run.season, number=99, opens=timezone.now() + timedelta(days=1), target_end=timezone.now())
    Fixture.objects.filter(pk=run.fixtures.last().pk).update(status=Fixture.Status.PLANNED, game=None, round=opened)
    return run.fixtures.last()


def test_tables_to_come_are_not_looked_through_for_what_is_wrong_there(run, to_come):
    watched = {fixture.pk for fixture in dashboard.to_watch(run.season)}
    assert watched == {fixture.pk for fixture in run.fixtures} - {to_come.pk} != set()


def test_a_start_that_failed_is_something_wrong(run, to_come):
    Fixture.objects.filter(pk=to_come.pk).update(failures=1)
    assert [table.fixture.pk for table in dashboard.pressing_tables(run.season)] == [to_come.pk]


@pytest.mark.parametrize(("days", "asked"), [(1, False), (-1, True)])
def test_what_keeps_a_round_from_being_opened_is_asked_when_it_is_due(run, to_come, monkeypatch, days, asked):
    opened = []
    monkeypatch.setattr(rounds, "blockers_of", lambda following, *_: opened.append(following) or ["Not yet."])
    Round.objects.filter(pk=to_come.round_id).update(opens=timezone.now() + timedelta(days=days))
    tasks.look_after(run.pk)
    assert bool(opened) == asked
