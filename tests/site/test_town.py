"""The commands of docs/running.md for a town, started for real over PostgreSQL and Redis."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

pytestmark = [pytest.mark.services, pytest.mark.long]
ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PLACE = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
"""Towns of other test processes run beside this one: each has a database, a part of Redis and a port of its own."""
PORT = 21048 + PLACE
UVICORN = [
    "uvicorn",
    "buccaneer_site.asgi:application",
    "--workers",
    "2",
    "--lifespan",
    "off",
    "--timeout-worker-healthcheck",
    "60",
    "--port",
    str(PORT),
]
WORKER = ["celery", "-A", "buccaneer_site", "worker", "--pool", "threads", "-c", "4", "-O", "fair"]
GUEST_OF_LONG_AGO = """
from datetime import date
from accounts.models import User
from accounts.services import make_guest
from accounts.tasks import forget_guests
guest = make_guest()
User.objects.filter(pk=guest.pk).update(last_seen=date(2020, 1, 1))
forget_guests.delay()
"""


@pytest.fixture
def env(tmp_path):
    """The environment of a town with a database of its own."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE a_town_{PLACE}")
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    redis = os.environ["REDIS_URL"].rpartition("/")[0]
    yield os.environ | {
        "DATABASE_URL": f"{address}/a_town_{PLACE}",
        "REDIS_URL": f"{redis}/{15 - PLACE % 4}",
        "BUCCANEER_DATA": str(tmp_path),
    }
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"DROP DATABASE a_town_{PLACE} WITH (FORCE)")


def manage(env: dict, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


@contextmanager
def running(env: dict, command: list[str]):
    """One of the town's processes; it must end by itself, and well, when asked to."""
    log = (Path(env["BUCCANEER_DATA"]) / f"{command[-1].strip('/').replace('/', '-')}.log").open("w")
    streams: dict = {"stdout": log, "stderr": subprocess.STDOUT, "start_new_session": True}
    process = subprocess.Popen([BIN / command[0], *command[1:]], cwd=ROOT, env=env, **streams)
    try:
        yield process
        assert process.poll() is None, f"{command[0]} ended early"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0 or command[0] == "uvicorn"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # web workers, too, when the test failed


def soon(question, seconds: float = 180):
    limit = time.monotonic() + seconds
    while True:
        try:
            if answer := question():
                return answer
        except OSError:
            pass
        assert time.monotonic() < limit, "it did not come to pass"
        time.sleep(0.2)


def read(path: str) -> bytes:
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read()


def test_pages_static_files_and_tasks_come_from_processes_of_their_own(env, tmp_path):
    manage(env, "migrate", "--verbosity", "0")
    manage(env, "collectstatic", "--noinput", "--verbosity", "0")
    beat = ["celery", "-A", "buccaneer_site", "beat", "--schedule", str(tmp_path / "beat")]
    with running(env, UVICORN), running(env, WORKER), running(env, beat):
        assert soon(lambda: read("/healthz")).startswith(b"ok\n")
        page = read("/account/login/").decode()
        sheet = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert sheet.startswith("/static/css/base.")
        assert read(sheet)
        manage(env, "shell", "--no-imports", "-c", GUEST_OF_LONG_AGO)
        left = "from accounts.models import User; print(User.objects.count())"
        soon(lambda: manage(env, "shell", "--no-imports", "-c", left) == "0\n")
