"""What a load balancer and an operator ask: does the process live, can it serve, and how is everything around it?"""

import pytest
from django.db.migrations.recorder import MigrationRecorder

BY_ADDRESS = {"HTTP_HOST": "10.0.0.7:8000"}


def lines(answer) -> list[str]:
    return answer.content.decode().splitlines()


def test_that_the_process_lives_is_said_without_the_database_and_to_a_probe_by_address(client):
    answer = client.get("/healthz", **BY_ADDRESS)  # without the mark `django_db` any question to the database fails
    assert (answer.status_code, lines(answer)) == (200, ["ok"])


@pytest.mark.django_db
def test_a_site_that_is_ready_says_how_everything_around_it_is(client, settings):
    answer = client.get("/readyz", **BY_ADDRESS)
    redis = "redis ok" if settings.REDIS_URL else "redis not used"
    assert answer.status_code == 200
    assert lines(answer) == [
        "ok", "database ok", "migrations ok", redis, "clocks ok, late 0.0 s", "sweep none yet", "letters ok, out 0 s, in 0 s",
        "quiet no",
    ]  # fmt: skip


@pytest.mark.django_db
def test_a_site_whose_database_lacks_a_migration_is_not_ready(client):
    MigrationRecorder.Migration.objects.filter(app="games").order_by("-pk").first().delete()
    answer = client.get("/readyz")
    assert (answer.status_code, lines(answer)[:3]) == (503, ["not ready", "database ok", "migrations missing"])


@pytest.mark.django_db
def test_probes_are_asked_by_get_alone(client):
    assert client.post("/readyz").status_code == 404
    assert client.get("/readyz/", **BY_ADDRESS).status_code == 400
