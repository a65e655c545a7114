"""What Prometheus reads at /metrics: who may read it, what it says, and that every process of a machine counts."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from core.tasks import task_named
from games.deadlines import heartbeat
from games.models import Game, Move, Wait
from notifications.models import Delivery, Fate, Notice, State
from tests.in_play import in_play

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a token that nobody can guess"
BEARER = {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}


@pytest.fixture
def read(client, settings):
    """`read()` gives {(name, labels): value} of everything that the page shows."""
    settings.METRICS_TOKEN = TOKEN
    return lambda: figures(client.get("/metrics", HTTP_HOST="10.0.0.7:8000", **BEARER).content.decode())


def figures(text: str) -> dict:
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, *sorted(sample.labels.items())): sample.value for sample in samples}


def labels(**given: str) -> list:
    return sorted(given.items())


def test_without_a_token_or_an_address_in_the_settings_there_is_no_such_page(client):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer ").status_code == 404


def test_only_who_shows_the_token_may_read(client, settings):
    settings.METRICS_TOKEN = TOKEN
    for said in ({}, {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"}, {"HTTP_AUTHORIZATION": TOKEN}, {"HTTP_AUTHORIZATION": "Bearer é"}):
        assert client.get("/metrics", **said).status_code == 404
    assert client.get("/metrics", **BEARER).status_code == 200


def test_where_addresses_are_named_others_may_not_read_even_with_the_token(client, settings):
    settings.METRICS_FROM = [ip_network("10.0.0.0/24"), ip_network("fd00::/8")]
    answers = {address: client.get("/metrics", REMOTE_ADDR=address).status_code for address in ("10.0.0.9", "fd00::1", "10.0.1.9", "")}
    assert answers == {"10.0.0.9": 200, "fd00::1": 200, "10.0.1.9": 404, "": 404}
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.9").status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="10.0.1.9", **BEARER).status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.9", **BEARER).status_code == 200


def test_requests_are_counted_by_the_name_of_their_view_and_never_by_their_path(client, read):
    def requests(**given):
        return read().get(("buccaneer_requests_total", *labels(**given)), 0)

    none, home = ({"view": view, "method": "GET", "status": status} for view, status in (("none", "404"), ("home", "200")))
    before = requests(**none), requests(**home)
    client.get("/no/such/page/secret-of-a-link/")
    client.get("/")
    assert (requests(**none), requests(**home)) == (before[0] + 1, before[1] + 1)
    assert "secret-of-a-link" not in str(read())
    assert read()[("buccaneer_request_seconds_count", *labels(view="home"))] >= 1


def test_an_invented_method_makes_no_figure_of_its_own(client, read):
    client.generic("BREW", "/")
    assert ("buccaneer_requests_total", *labels(view="none", method="other", status="405")) in read()
    assert "BREW" not in str(read())


def test_moves_are_counted_by_edition_and_by_who_played_once_they_are_stored(anne, mary, read, django_capture_on_commit_callbacks):
    def counted() -> dict:
        return {key: value for key, value in read().items() if key[0] == "buccaneer_moves_total" and ("edition", "bounty") in key}

    before = counted()
    with django_capture_on_commit_callbacks(execute=True):
        game, _ = in_play("bounty", [anne, mary], 1)
        assert counted() == before, "nothing is stored for good yet"
    stored = Counter(Move.objects.filter(game=game).exclude(decision="setup").values_list("by", flat=True))
    grown = {dict(key[1:])["by"]: value - before.get(key, 0) for key, value in counted().items()}
    assert +Counter(grown) == stored  # a kind that was counted before and not now has grown by nothing
    assert stored["player"] > 0


def test_what_the_database_knows_is_read_when_it_is_asked_for(anne, mary, read):
    game, _ = in_play("bounty", [anne, mary], 1)
    Delivery.objects.all().delete()
    ago = timezone.now() - timedelta(minutes=10)
    Wait.objects.filter(game=game).update(overdue_at=ago, next_at=ago)
    notice = Notice.objects.create(kind="turn", user=anne, key="a notice", not_before=ago)
    Delivery.objects.create(notice=notice, transport="email", state=State.PENDING, not_before=ago)
    Delivery.objects.create(notice=notice, transport="webhook", state=State.SENT, fate=Fate.BOUNCED, not_before=ago)
    found = read()
    assert found[("buccaneer_games", *labels(status="running"))] == 1
    assert found[("buccaneer_waits_overdue",)] == Wait.objects.filter(game=game, closed_at=None).count() > 0
    assert found[("buccaneer_clock_late_seconds",)] >= 600
    assert found[("buccaneer_oldest_letter_seconds", *labels(way="out"))] >= 600
    assert found[("buccaneer_letters", *labels(transport="email", state="pending", fate="unknown"))] == 1
    assert found[("buccaneer_letters", *labels(transport="webhook", state="sent", fate="bounced"))] == 1
    Game.objects.filter(pk=game.pk).update(status="stuck")
    assert read()[("buccaneer_games", *labels(status="stuck"))] == 1


def test_the_age_of_the_last_sweep_is_told_once_there_was_one(read):
    assert ("buccaneer_sweep_age_seconds",) not in read()
    heartbeat.beat()
    assert 0 <= read()[("buccaneer_sweep_age_seconds",)] < 60


def test_tasks_are_counted_by_name_and_result(read):
    key = ("buccaneer_tasks_total", *labels(task="games.tasks.watch", result="done"))
    before = read().get(key, 0)
    task_named("games.tasks.watch").delay()
    assert read()[key] == before + 1


def test_alerts_and_dashboard_ask_only_for_figures_that_there_are(read, client, anne, mary, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        in_play("bounty", [anne, mary], 1)
    heartbeat.beat()
    client.get("/")
    task_named("games.tasks.watch").delay()
    notice = Notice.objects.create(kind="turn", user=anne, key="a notice", not_before=timezone.now())
    Delivery.objects.create(notice=notice, transport="email", not_before=timezone.now())
    there = {key[0] for key in read()}
    alerts = (ROOT / "deploy/prometheus/alerts.yml").read_text()
    panels = json.loads((ROOT / "deploy/grafana/buccaneer.json").read_text())["panels"]
    asked = "".join(target["expr"] for panel in panels for target in panel["targets"])
    for text in (alerts, asked):
        names = set(re.findall(r"\bbuccaneer_[a-z_]+", text))
        assert len(names) > 8
        assert names - there == set()


def test_processes_count_together_and_one_that_has_ended_has_nothing_open_but_its_counts_stay(tmp_path):
    """Three processes on one folder: two at the same time, the third in the place of the first."""
    first = start(tmp_path, "MOVES.labels('nim', 'bot').inc(2); SOCKETS.inc(5)")
    second = start(tmp_path, "MOVES.labels('nim', 'bot').inc(3); SOCKETS.inc(1)")
    both = say(second)
    first.communicate("end\n", timeout=60)
    one_less = say(second)
    third = start(tmp_path, "MOVES.labels('nim', 'bot').inc(10)")
    three = say(third)
    for process in (second, third):
        process.communicate("end\n", timeout=60)
    assert [both, one_less, three] == ["5.0 6.0", "5.0 1.0", "15.0 1.0"]
    assert len(list(tmp_path.glob("slot-*"))) == 2


COUNTING = """
import sys
from core.metrics import MOVES, SOCKETS, counted
{}
print("ready", flush=True)
for line in sys.stdin:
    if line == "end\\n":
        break
    registry = counted()
    moves = registry.get_sample_value("buccaneer_moves_total", {{"edition": "nim", "by": "bot"}})
    print(moves, registry.get_sample_value("buccaneer_sockets"), flush=True)
"""


def start(folder: Path, does: str) -> subprocess.Popen:
    env = os.environ | {"METRICS_FOLDER": str(folder), "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings"}
    command = [sys.executable, "-c", COUNTING.format(does)]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def say(process: subprocess.Popen) -> str:
    process.stdin.write("say\n")
    process.stdin.flush()
    return process.stdout.readline().strip()
