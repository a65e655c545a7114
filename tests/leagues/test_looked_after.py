"""Looking after a season: its prepared reads give what their querysets give, and what cannot be wrong is not read."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from core.prepared import Prepared
from games.models import Game, Pause, Player
from leagues import notices, tasks
from leagues.models import Fixture, Round
from leagues.queries import dashboard
from leagues.services import looked_after, ready_check, rounds
from tests.games.test_reads import whole

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
READS = {name: read for module in (looked_after, ready_check, notices) for name, read in vars(module).items() if isinstance(read, Prepared)}


@pytest.fixture
def values(run) -> dict[str, tuple]:
    """What each read is asked with: a table sleeps, a seat is open, a start has failed, a round is over, and there is an outage."""
    now, month = timezone.now(), timedelta(days=30)
    games = [fixture.game_id for fixture in run.fixtures if fixture.game_id]
    Game.objects.filter(pk=games[0]).update(stalled_at=now)
    Player.objects.filter(game=games[0], seat=0).update(mode=Player.Mode.OPEN)
    failed = run.fixtures.last()
    Fixture.objects.filter(pk=failed.pk).update(status=Fixture.Status.PLANNED, failures=1, game=None)
    Round.objects.filter(pk=failed.round_id).update(status=Round.Status.RUNNING, ready_by=now, ready_check_closed=True)
    Round.objects.create(season=run.season, number=99, opens=now, target_end=now, status=Round.Status.RUNNING)
    Pause.objects.create(reason=Pause.Reason.OUTAGE, begin=now, end=now + month)
    return {
        "seats_at": ([fixture.pk for fixture in run.fixtures],),
        **dict.fromkeys(("asked_at", "players_at"), (games,)),
        "asleep": (run.pk, now + month),
        "outages": (now - month, now + month),
        "silent_since": (run.pk, now - month),
    } | dict.fromkeys(
        ("season_row", "locked_season", "unstarted", "to_watch", "open_at_running", "finished_rounds", "playing_with_games"), (run.pk,)
    )


@pytest.mark.parametrize("name", sorted(READS))
def test_a_prepared_read_gives_what_its_queryset_gives(name, values):
    with transaction.atomic():
        expected = [whole(row) for row in READS[name].make(*values[name])]
        assert expected
        for _ in range(2):
            assert [whole(row) for row in READS[name](*values[name])] == expected


@pytest.fixture
def to_come(run) -> Fixture:
    """A table whose round has not been opened."""
    opened = Round.objects.create(season=run.season, number=99, opens=timezone.now() + timedelta(days=1), target_end=timezone.now())
    Fixture.objects.filter(pk=run.fixtures.last().pk).update(status=Fixture.Status.PLANNED, game=None, round=opened)
    return run.fixtures.last()


def test_tables_to_come_are_not_looked_through_for_what_is_wrong_there(run, to_come):
    watched = {fixture.pk for fixture in looked_after.to_watch(run.pk)}
    assert watched == {fixture.pk for fixture in run.fixtures} - {to_come.pk} != set()


def test_a_start_that_failed_is_something_wrong(run, to_come):
    Fixture.objects.filter(pk=to_come.pk).update(failures=1)
    assert [table.fixture.pk for table in dashboard.pressing_tables(run.season)] == [to_come.pk]


@pytest.mark.parametrize(("days", "asked"), [(1, False), (-1, True)])
def test_what_keeps_a_round_from_being_opened_is_asked_when_it_is_due(run, to_come, monkeypatch, days, asked):
    opened = []
    monkeypatch.setattr(rounds, "blockers_of", lambda following: opened.append(following) or ["Not yet."])
    Round.objects.filter(pk=to_come.round_id).update(opens=timezone.now() + timedelta(days=days))
    tasks.look_after(run.pk)
    assert bool(opened) == asked
