"""The dashboard of docs/watching.md: Grafana's own library reads all of it, and each panel shows figures of a real site."""

import json
import re
import subprocess
import urllib.error
from contextlib import suppress

import pytest
from grafana_foundation_sdk.cog import plugins
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

from tests.site.test_metrics import ROOT
from tests.site.test_prometheus import LOGGED, TOKEN, asked, get, prometheus  # noqa: F401  a fixture
from tests.site.test_town import PORT, WORKER, env, manage, running, soon  # noqa: F401  a fixture

DASHBOARD = json.loads((ROOT / "deploy" / "grafana" / "buccaneer.json").read_text())
QUERIES = {f"{panel['title']} {target['refId']}": target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]}
OF_FAULTS = {'status=~"5.."': 'status=~"2.."', 'result="failed"': 'result="done"', " > 0": ""}
"""What is empty on a site without faults, and what is asked here instead."""
SEEDS = """
from django.utils import timezone
from accounts.models import User
from games.deadlines import heartbeat
from games.tasks import watch
from notifications.models import Delivery, Fate, Notice, State
from tests.in_play import in_play
people = [User.objects.create(name=name, email=f"{name}@example.org") for name in ("Anne", "Mary")]
in_play("bounty", people, 1)
notice = Notice.objects.create(kind="turn", user=people[0], key="a notice", not_before=timezone.now())
Delivery.objects.create(notice=notice, transport="email", state=State.SENT, fate=Fate.BOUNCED, not_before=timezone.now())
heartbeat.beat()
watch.delay()
"""


def read_again(dashboard: dict) -> dict:
    """What is left of a dashboard after Grafana's library has read it."""
    plugins.register_default_plugins()
    return json.loads(JSONEncoder().encode(Dashboard.from_json(dashboard)))


def lost(given, kept) -> bool:
    """Whether anything of `given` is missing in `kept`, or differs."""
    if isinstance(given, dict) and isinstance(kept, dict):
        return any(name not in kept or lost(value, kept[name]) for name, value in given.items())
    if isinstance(given, list) and isinstance(kept, list):
        return len(given) != len(kept) or any(lost(one, other) for one, other in zip(given, kept, strict=True))
    return given != kept


def test_grafanas_own_library_knows_each_key_of_the_dashboard():
    assert not lost(DASHBOARD, read_again(DASHBOARD))


@pytest.mark.parametrize("path", ["targets", "options", "fieldConfig"])
def test_a_key_that_grafana_does_not_know_is_noticed(path):
    wrong = json.loads(json.dumps(DASHBOARD))
    part = wrong["panels"][0][path]
    (part[0] if isinstance(part, list) else part)["colour"] = "red"
    assert lost(wrong, read_again(wrong))


def test_panels_do_not_lie_on_each_other():
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in DASHBOARD["panels"])
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24


def as_grafana_asks(query: str) -> str:
    """The query with Grafana's variables filled in, and faults replaced by what happens on any day."""
    query = query.replace("$job", "buccaneer").replace("$__rate_interval", "1m")
    for fault, ordinary in OF_FAULTS.items():
        query = query.replace(fault, ordinary)
    assert "$" not in query
    return query


def values(port: int, query: str) -> list:
    try:
        return [value for value in asked(port, as_grafana_asks(query)).values() if value == value]
    except urllib.error.HTTPError as refusal:
        pytest.fail(f"{query}: {refusal.read().decode()}")


def still_empty(port: int, queries: dict) -> dict:
    """Leave out what has values by now; what counts requests gets one more."""
    get(PORT, "/offline-worker.js")
    for title in [title for title, query in queries.items() if values(port, query)]:
        del queries[title]
    return queries


@pytest.mark.prometheus
@pytest.mark.services
@pytest.mark.long
def test_each_panel_shows_figures_of_a_real_site(env, prometheus, tmp_path):  # noqa: F811
    env |= {"METRICS_TOKEN": TOKEN}
    command, port = prometheus
    manage(env, "migrate", "--verbosity", "0")
    (tmp_path / "static").mkdir(exist_ok=True)
    with running(env, LOGGED), running(env, ["celery", "-q", *WORKER[1:]]), subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            soon(lambda: get(PORT, "/healthz"))
            manage(env, "shell", "--no-imports", "-c", SEEDS)
            empty = dict(QUERIES)
            with suppress(AssertionError):
                soon(lambda: not still_empty(port, empty), 60)
            assert empty == {}
            names = json.loads(get(port, "/api/v1/label/job/values"))["data"]
            assert names == ["buccaneer"], "the list of jobs that the dashboard offers"
        finally:
            server.terminate()


def test_the_dashboard_asks_for_no_figure_that_the_docs_do_not_name():
    known = (ROOT / "docs" / "watching.md").read_text()
    names = {re.sub(r"_(sum|bucket)$", "", name) for query in QUERIES.values() for name in re.findall(r"buccaneer_\w+", query)}
    assert {name for name in names if f"`{name}`" not in known} == set()
