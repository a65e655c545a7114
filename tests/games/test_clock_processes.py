"""Faults of whole processes: a worker killed, Redis emptied, beat dead for hours, a clock that jumps. Real processes and a real
database of their own: SQLite here, PostgreSQL and Redis where the suite runs over them."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
CELERY = [sys.executable, "-m", "celery", "-A", "buccaneer_site"]
WORKER = ["worker", "--pool", "threads", "-c", "2", "-O", "fair", "--without-gossip", "--without-mingle", "--without-heartbeat"]
HELP = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.utils import timezone
from games import deadlines, tasks
from games.models import Game, Heartbeat, Move, Pause, Player, Wait
from games.services import seats, tables
from notifications.models import Notice

def games_of_two(count):
    "So many games of two people, all of whose time is out and who saw it in time."
    anne, mary = [get_user_model().objects.create_user(email=f"{name}@example.org", name=name) for name in ("anne", "mary")]
    for _ in range(count):
        game = tables.create(anne, "piracy", seats=2)
        tables.join(game.pk, mary, token=game.join_token)
    ago = timezone.now() - timedelta(days=9)
    due = ago + timedelta(days=2)
    Game.objects.update(started_at=ago)
    Wait.objects.update(next_step="expire", next_at=timezone.now(), asked_at=ago, seen_at=ago, due_at=due, overdue_at=due)

def count():
    "Turns the clock has played, strikes, and letters about it."
    waits = Wait.objects.filter(closed_by="clock").count()
    print(waits, sum(Player.objects.values_list("strikes", flat=True)), Notice.objects.filter(kind="played").count())
"""


class Site:
    """A site with a database of its own, used by processes of its own."""

    def __init__(self, folder: Path, env: dict[str, str]):
        self.folder, self.env = folder, env | {"BUCCANEER_DATA": str(folder)}

    def manage(self, *arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True)

    def does(self, code: str) -> str:
        """What this code prints in a process of its own; it must end well."""
        done = self.manage("shell", "--no-imports", "-c", HELP + code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def comes_to(self, turns: int, seconds: float = 120) -> None:
        """Wait until the clock has played so many turns; the limit is there only so that a fault does not hang."""
        limit = time.monotonic() + seconds
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            while connection.execute("SELECT count(*) FROM games_wait WHERE closed_by = 'clock'").fetchone() != (turns,):
                assert time.monotonic() < limit, f"the clock has not played {turns} turns"
                time.sleep(0.2)

    @contextmanager
    def running(self, *arguments: str):
        """One process of Celery."""
        log = (self.folder / f"{arguments[0]}.log").open("a")
        streams: dict = {"stdout": log, "stderr": subprocess.STDOUT, "start_new_session": True}
        process = subprocess.Popen([*CELERY, *arguments], cwd=ROOT, env=self.env, **streams)
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)

    @contextmanager
    def beat_and_worker(self):
        with self.running(*WORKER), self.running("beat", "--schedule", str(self.folder / "beat")):
            yield


def in_town(command: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(command)


@pytest.fixture(scope="module")
def empty_site(tmp_path_factory):
    """A site whose database is made and empty; the sites of the tests begin as copies of it."""
    folder, env = tmp_path_factory.mktemp("empty"), dict(os.environ)
    if "DATABASE_URL" not in env:
        site = Site(folder, env)
        site.manage("migrate", "--verbosity", "0")
        yield site
        return
    redis = env["REDIS_URL"].rpartition("/")[0]
    in_town("CREATE DATABASE an_empty_clock")
    site = Site(folder, env | {"DATABASE_URL": f"{env['DATABASE_URL'].rpartition('/')[0]}/an_empty_clock", "REDIS_URL": f"{redis}/14"})
    site.manage("migrate", "--verbosity", "0")
    yield site
    in_town("DROP DATABASE an_empty_clock WITH (FORCE)")


@pytest.fixture
def site(tmp_path, empty_site):
    """A site nobody else uses; in a town with a database and a Redis of its own."""
    if "DATABASE_URL" not in os.environ:
        shutil.copytree(empty_site.folder, tmp_path, dirs_exist_ok=True)
        yield Site(tmp_path, empty_site.env)
        return
    in_town("CREATE DATABASE a_clock TEMPLATE an_empty_clock")
    yield Site(tmp_path, empty_site.env | {"DATABASE_URL": empty_site.env["DATABASE_URL"].replace("an_empty_clock", "a_clock")})
    in_town("DROP DATABASE a_clock WITH (FORCE)")
    empty_redis(empty_site)


def empty_redis(site: Site) -> None:
    import redis

    redis.Redis.from_url(site.env["REDIS_URL"]).flushdb()


# 11
def test_a_worker_killed_between_answer_and_commit_has_done_nothing_and_the_next_sweep_does_it(site):
    site.does("games_of_two(1)")
    killed = """
import os, signal
seats.after_strike = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
deadlines.step(*deadlines.due_waits(timezone.now())[0])
"""
    assert site.manage("shell", "--no-imports", "-c", HELP + killed).returncode == -signal.SIGKILL
    assert site.does("count(); print(Game.objects.get().number, Wait.objects.filter(closed_at=None).count())").split() == ["0"] * 4 + ["1"]
    site.manage("sweep")
    assert site.does("count()") == "1 1 1"


# beat dead for six hours
def test_a_beat_that_was_dead_for_six_hours_is_noticed_and_the_hours_are_given_back(site):
    site.does("games_of_two(3); Heartbeat.objects.create(pk=1, at=timezone.now() - timedelta(hours=6))")
    looked = site.manage("sweep", "--check")
    assert looked.returncode == 1
    assert "The sweep is late or silent" in looked.stderr
    site.does("""
now = timezone.now()
last = {"asked_at": now - timedelta(hours=53), "due_at": now - timedelta(hours=5), "next_at": now - timedelta(hours=5)}
Wait.objects.update(**last, next_step="due", overdue_at=None)
tasks.sweep()
tasks.credit_outage()
""")
    assert site.does("count(); print(Pause.objects.filter(reason='outage').count())").split() == ["0", "0", "0", "1"]
    given = "print({round((wait.due_at - timezone.now()) / timedelta(hours=1)) for wait in Wait.objects.filter(closed_at=None)})"
    assert site.does(given) == "{2}"  # an hour was left when it died, and an hour more


# the clock of the machine jumps
def test_while_the_clock_of_the_machine_has_gone_back_nobody_is_played_for_until_somebody_says_it_is_right(site):
    site.does("games_of_two(1); Heartbeat.objects.create(pk=1, at=timezone.now() + timedelta(hours=2))")
    assert site.manage("sweep").returncode == 1
    assert site.does("count(); print(Wait.objects.get(closed_at=None).next_at > timezone.now())").split() == ["0", "0", "0", "True"]
    site.does("Wait.objects.filter(closed_at=None).update(next_at=timezone.now())")
    site.manage("sweep", "--trust-this-clock")
    assert site.does("count()") == "1 1 1"


# 8
@pytest.mark.services
def test_two_sweeps_and_three_workers_on_the_same_waits_play_each_once(site):
    site.does("games_of_two(12)")
    with ExitStack() as stack:
        for number in range(3):
            stack.enter_context(site.running(*WORKER, "--hostname", f"worker{number}@localhost"))
        sweeps = [
            subprocess.Popen([sys.executable, "manage.py", "shell", "--no-imports", "-c", HELP + "tasks.sweep()"], cwd=ROOT, env=site.env)
            for _ in range(2)
        ]
        assert [sweep.wait(60) for sweep in sweeps] == [0, 0]
        site.comes_to(12)
    assert site.does("count()") == "12 12 12"


LEFT = "import redis, os; print(redis.Redis.from_url(os.environ['REDIS_URL']).llen('celery'))"


# 10
@pytest.mark.services
def test_redis_emptied_while_a_hundred_hints_are_queued_loses_nothing(site):
    site.does("games_of_two(100); tasks.sweep()")
    assert int(site.does(LEFT)) >= 100
    empty_redis(site)
    assert site.does(f"{LEFT}; count()").split() == ["0"] * 4
    with site.beat_and_worker():
        site.comes_to(100)
    assert site.does("count()") == "100 100 100"
