"""A town as docs/watching.md has it: Debian's Prometheus reads it, its alerts load, and all lines of its logs are JSON."""

import json
import shutil
import socket
import subprocess
import urllib.parse
import urllib.request

import pytest

from tests.site.test_metrics import ROOT
from tests.site.test_town import PORT, UVICORN, WORKER, env, manage, running, soon  # noqa: F401  a fixture

DEPLOY = ROOT / "deploy" / "prometheus"
LOGGED = [*UVICORN, "--no-access-log", "--log-config", "buccaneer_site/uvicorn_logging.json"]
FAREWELL = ("worker: Warm shutdown (MainProcess)", "worker: Cold shutdown (MainProcess)")
"""Celery answers a signal past every log."""
TOKEN = "a-token-that-nobody-guesses"


@pytest.mark.prometheus
@pytest.mark.services
def test_promtool_finds_no_fault_in_alerts_and_each_fires_when_it_should():
    for command in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
        done = subprocess.run(["promtool", *command], cwd=DEPLOY, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "SUCCESS" in done.stdout


def get(port: int, path: str) -> bytes:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Connection": "close"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read()


@pytest.fixture
def prometheus(tmp_path):
    """The command of a Prometheus on a free port, with the example of its settings, faster; and that port."""
    with socket.socket() as probe:
        port = next(port for port in range(21100, 21190) if probe.connect_ex(("127.0.0.1", port)))
    folder = tmp_path / "prometheus"
    shutil.copytree(DEPLOY, folder)
    (folder / "metrics-token").write_text(TOKEN)
    example = (folder / "prometheus.yml").read_text()
    (folder / "prometheus.yml").write_text(example.replace("15s", "500ms").replace("127.0.0.1:8000", f"127.0.0.1:{PORT}"))
    flags = {"config.file": folder / "prometheus.yml", "storage.tsdb.path": folder / "data", "web.listen-address": f"127.0.0.1:{port}"}
    return ["prometheus", *(f"--{name}={value}" for name, value in flags.items())], port


def asked(port: int, question: str) -> dict:
    """Prometheus' answer: {labels: value}."""
    found = json.loads(get(port, f"/api/v1/query?query={urllib.parse.quote(question)}"))["data"]["result"]
    return {tuple(sorted(one["metric"].items())): float(one["value"][1]) for one in found}


@pytest.mark.prometheus
@pytest.mark.services
@pytest.mark.long
def test_prometheus_reads_two_web_processes_and_a_worker_as_one_site(env, prometheus, tmp_path):  # noqa: F811
    env |= {"METRICS_TOKEN": TOKEN, "METRICS_FROM": "127.0.0.1"}
    command, port = prometheus
    manage(env, "migrate", "--verbosity", "0")
    (tmp_path / "static").mkdir(exist_ok=True)
    with running(env, LOGGED), running(env, ["celery", "-q", *WORKER[1:]]), subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            soon(lambda: get(PORT, "/healthz"))
            for _ in range(20):  # each is a connection of its own, so both processes answer some
                get(PORT, "/offline-worker.js")
            manage(env, "shell", "--no-imports", "-c", "from games.tasks import watch; watch.delay()")
            soon(lambda: asked(port, 'buccaneer_tasks_total{task="games.tasks.watch", result="done"} == 1'))
            answered = 'sum(buccaneer_requests_total{view="offline_worker", status="200"}) >= 20'
            assert list(soon(lambda: asked(port, answered), 60).values()) == [20.0]
            assert list(asked(port, "up").values()) == [1.0]
            assert list(asked(port, "buccaneer_redis_up + buccaneer_database_up").values()) == [2.0]
            assert len(asked(port, "buccaneer_queue_length")) == 7
            assert len(list((tmp_path / "metrics").glob("slot-*"))) >= 3
        finally:
            server.terminate()
    for log in tmp_path.glob("*.log"):
        lines = [json.loads(line) for line in log.read_text().splitlines() if line and line not in FAREWELL]
        assert lines or "fair" in log.name, "uvicorn says at least that it runs"
        assert all(line["level"] and line["timestamp"] for line in lines)
