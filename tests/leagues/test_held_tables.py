"""A league's table that only newer code can open waits for it, and holds up nothing and nobody else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import account_deletion
from accounts.models import User
from games.models import Game
from leagues import tasks
from leagues.models import Season
from leagues.services import seasons, withdrawals

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def hold(fixture) -> None:
    Game.objects.filter(pk=fixture.game_id).update(version=99)


def test_at_the_hard_end_the_other_tables_are_adjudicated_and_this_one_when_the_newer_code_is_back(make_run, people):
    run = make_run(people(7)).begin()
    held = run.fixtures.first()
    hold(held)
    Season.objects.filter(pk=run.pk).update(hard_end=timezone.now() - timedelta(minutes=1))
    tasks.look_after(run.pk)
    assert sorted(run.fixtures.values_list("status", flat=True)) == ["adjudicated"] * 6 + ["running"]
    assert run.season.status == "running"
    Game.objects.filter(pk=held.game_id).update(version=1)
    assert seasons.adjudicate_late(run.pk) == 1
    assert seasons.move_on(run.pk) == "final"


@pytest.mark.parametrize("finished", [0, 4])
def test_who_plays_at_such_a_table_can_withdraw_and_delete_their_account(make_run, people, finished):
    members = people(7)
    run, gone = make_run(members).begin(), members[0].pk
    mine = [fixture for fixture in run.fixtures if fixture.seats.filter(entry__user=members[0]).exists()]
    for fixture in mine[: finished and len(mine) - 1]:
        run.end(fixture)
    hold(mine[-1])
    withdrawals.withdraw(run.pk, members[0])
    account_deletion.leave(members[0])
    assert not User.objects.filter(pk=gone).exists()
    mine[-1].refresh_from_db()
    assert (mine[-1].status, mine[-1].seats.get(entry__former=gone).gone) == ("running", True)
    others = {fixture.status for fixture in run.fixtures if fixture in mine[:-1]}
    assert others == ({"finished"} if finished else {"running"})
