"""Two workers amid the transactions of PostgreSQL: in turns, and in the same ones each time."""

import os
from functools import partial
from random import Random

import pytest
from django.db import OperationalError, connection, transaction

from accounts.models import User
from harness.simulation.interleaving import Hangs, Pair
from tests.harness.test_town import simulate

pytestmark = [pytest.mark.services, pytest.mark.long]


def under(pair: Pair):
    """Statements of this thread wait for their turn."""
    return connection.execute_wrapper(lambda execute, *said: pair.statement(said[-1]["connection"].connection, partial(execute, *said)))


def rename(pair: Pair, names: dict[str, str], told: list[str]) -> None:
    """Rename people one after the other, in a transaction."""
    with under(pair), transaction.atomic():
        for old, new in names.items():
            User.objects.filter(email=old).update(name=new)
            told.append(new)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_waits_for_a_lock_goes_on_when_the_other_has_committed(anne):
    pair, told = Pair(Random(2)), []
    with under(pair):
        with transaction.atomic():
            User.objects.filter(pk=anne.pk).update(name="First")
            pair.begin(partial(rename, pair, {anne.email: "Second"}, told))
            assert told == []
        pair.finish()
    assert (told, User.objects.get(pk=anne.pk).name) == (["Second"], "Second")


@pytest.mark.django_db(transaction=True)
def test_two_workers_who_wait_for_each_other_are_told_of(anne, mary):
    pair = Pair(Random(2))
    with under(pair):
        try:
            with transaction.atomic():
                User.objects.filter(pk=anne.pk).update(name="First")
                pair.begin(partial(rename, pair, {mary.email: "Second", anne.email: "Third"}, []))
                User.objects.filter(pk=mary.pk).update(name="Fourth")
        except OperationalError:
            pass
        with pytest.raises((Hangs, OperationalError), match="deadlock"):
            pair.finish()


def test_a_seed_brings_the_same_run_back_with_two_workers_over_postgresql_and_redis(tmp_path):
    town = {name: os.environ[name] for name in ("REDIS_URL", "EMAIL_URL", "SITE_URL")}
    town["DATABASE_URL"] = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/town"  # its test database has a name of its own
    first, again = (simulate(tmp_path, 202, faults="workers", days=0.5, env=town) for _ in range(2))
    assert (first["database"], first["mail"]) == (again["database"], again["mail"])
    assert first["tasks_amid_others"] > 10
