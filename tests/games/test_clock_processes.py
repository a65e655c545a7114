"""Faults of whole processes: a worker killed, Redis emptied, beat dead for hours, a clock that jumps, everything stopped. Real
processes and a real database of their own: SQLite here, PostgreSQL and Redis where the suite runs over them."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from multiprocessing import forkserver
from pathlib import Path

import psycopg
import pytest

from tests.games import inside

pytestmark = [pytest.mark.database, pytest.mark.long]
ROOT = Path(__file__).resolve().parents[2]
TOWN = os.environ.get("DATABASE_URL", "")
FORKS = multiprocessing.get_context("forkserver")
MOVED = "SELECT count(*) FROM games_clockentry WHERE kind = 'clock-moved'"
TURNS = "SELECT count(*) FROM games_wait WHERE closed_by = 'clock'"
BEATS = "SELECT count(*) FROM games_heartbeat"


def inside_and_back(pipe, function, arguments) -> None:
    pipe.send(function(*arguments))


class Site:
    """A site with a database of its own, used by processes of its own. They come from one that has loaded all, so they start at once."""

    def __init__(self, folder: Path, redis: str, address: str):
        self.folder, self.redis, self.address = folder, redis, address
        self.database = folder / "buccaneer.sqlite3"

    def does(self, function, *arguments):
        """What this function gives back, called in a process of its own; it must end well."""
        here, there = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=inside_and_back, args=(there, function, arguments))
        process.start()
        there.close()
        found = here.recv()
        process.join()
        assert process.exitcode == 0
        return found

    @contextmanager
    def process(self, function, *arguments):
        """A process that is killed in the end, if it still runs."""
        process = FORKS.Process(target=function, args=arguments)
        process.start()
        try:
            yield process
        finally:
            process.kill()
            process.join()

    @contextmanager
    def at_work(self):
        """The site as it is run: one process with everything in it, stopped as people stop it; in a town a worker and a beat, killed."""
        if TOWN:
            with self.process(inside.work), self.process(inside.beat, str(self.folder)):
                yield
            return
        with self.process(inside.serve) as serving:
            yield
            os.kill(serving.pid, signal.SIGINT)
            serving.join()
            assert serving.exitcode == 0

    def comes_to(self, question: str, wanted: int, seconds: float = 300) -> None:
        """Wait until the database answers that; the limit is there only so that a fault does not hang."""
        limit = time.monotonic() + seconds
        connect = partial(psycopg.connect, self.address, autocommit=True) if TOWN else partial(sqlite3.connect, self.database, timeout=60)
        with closing(connect()) as connection:
            while connection.execute(question).fetchone() != (wanted,):
                assert time.monotonic() < limit, f"{question} does not become {wanted}"
                time.sleep(0.1)

    def empty_redis(self) -> None:
        import redis

        redis.Redis.from_url(self.redis).flushdb()


def in_town(*commands: str) -> None:
    with psycopg.connect(TOWN, autocommit=True) as connection:
        for command in commands:
            connection.execute(command)


@pytest.fixture(scope="module")
def empty_site(tmp_path_factory):
    """A site whose database is made and empty, and the process from which all its processes are forked."""
    folder = tmp_path_factory.mktemp("site")
    env = {"BUCCANEER_DATA": str(folder), "PYTHONPATH": str(ROOT)}
    if TOWN:
        env |= {"DATABASE_URL": f"{TOWN.rpartition('/')[0]}/a_clock", "REDIS_URL": f"{os.environ['REDIS_URL'].rpartition('/')[0]}/14"}
        in_town("CREATE DATABASE a_clock")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in env.items():
            patch.setenv(name, value)
        FORKS.set_forkserver_preload(["tests.games.inside"])
        forkserver.ensure_running()
    site = Site(folder, env.get("REDIS_URL", ""), env.get("DATABASE_URL", ""))
    assert site.does(inside.manage, "migrate", "--verbosity", "0") == 0
    if TOWN:
        in_town("ALTER DATABASE a_clock RENAME TO an_empty_clock")
    else:
        shutil.copyfile(site.database, folder / "empty")
    yield site
    if TOWN:
        in_town("DROP DATABASE an_empty_clock WITH (FORCE)")


@pytest.fixture
def site(empty_site):
    """The same, empty again for each test."""
    if TOWN:
        in_town("CREATE DATABASE a_clock TEMPLATE an_empty_clock")
        yield empty_site
        in_town("DROP DATABASE a_clock WITH (FORCE)")
        empty_site.empty_redis()
        return
    for left in empty_site.folder.glob("buccaneer.sqlite3*"):
        left.unlink()
    shutil.copyfile(empty_site.folder / "empty", empty_site.database)
    yield empty_site


# 11
def test_a_worker_killed_between_answer_and_commit_has_done_nothing_and_the_next_sweep_does_it(site):
    site.does(inside.games_of_two, 1)
    with site.process(inside.die_before_the_commit) as worker:
        worker.join()
        assert worker.exitcode == -signal.SIGKILL
    assert site.does(inside.played) == (0, 0, 0)
    assert site.does(inside.moves_and_waits) == (0, 1)
    assert site.does(inside.manage, "sweep") == 0
    assert site.does(inside.played) == (1, 1, 1)


# beat dead for six hours
def test_a_beat_that_was_dead_for_six_hours_is_noticed_and_the_hours_are_given_back(site):
    site.does(inside.games_of_two, 3)
    site.does(inside.due_in, -5)
    site.does(inside.heart_beat, -6)
    assert site.does(inside.manage, "sweep", "--check") == 1
    site.does(inside.sweep_and_credit)
    assert site.does(inside.played) == (0, 0, 0)
    assert (site.does(inside.outages), site.does(inside.moved)) == (1, ["outage"] * 3)
    assert site.does(inside.hours_left) == {2}  # an hour was left when it died, and an hour more


# everything stopped, the clock turned by six hours, started again
def test_a_site_that_was_stopped_for_six_hours_gives_them_back_when_it_is_started_again(site):
    site.does(inside.games_of_two, 2)
    site.does(inside.due_in, 4)
    with site.at_work():
        site.comes_to(BEATS, 1)
    site.does(inside.turn_the_clock, 6)
    with site.at_work():
        site.comes_to(MOVED, 2)
    assert (site.does(inside.outages), site.does(inside.moved)) == (1, ["outage"] * 2)
    assert site.does(inside.played) == (0, 0, 0)
    assert site.does(inside.hours_left) == {5}  # four were left when it was stopped, and an hour more


# the clock of the machine jumps
def test_while_the_clock_of_the_machine_has_gone_back_nobody_is_played_for_until_somebody_says_it_is_right(site):
    site.does(inside.games_of_two, 1)
    site.does(inside.heart_beat, 2)
    assert site.does(inside.manage, "sweep") == 1
    assert (site.does(inside.played), site.does(inside.is_put_off)) == ((0, 0, 0), True)
    site.does(inside.ready_now)
    site.does(inside.manage, "sweep", "--trust-this-clock")
    assert site.does(inside.played) == (1, 1, 1)


# 8
@pytest.mark.services
def test_two_sweeps_and_three_workers_on_the_same_waits_play_each_once(site):
    site.does(inside.games_of_two, 12)
    with ExitStack() as stack:
        for number in range(3):
            stack.enter_context(site.process(inside.work, f"worker{number}"))
        sweeps = [stack.enter_context(site.process(inside.sweep_once)) for _ in range(2)]
        for sweep in sweeps:
            sweep.join()
        assert [sweep.exitcode for sweep in sweeps] == [0, 0]
        site.comes_to(TURNS, 12)
    assert site.does(inside.played) == (12, 12, 12)


# 10
@pytest.mark.services
def test_redis_emptied_while_the_tasks_of_a_hundred_waits_are_queued_loses_nothing(site):
    site.does(inside.games_of_two, 100)
    site.does(inside.sweep_once)
    assert site.does(inside.hints) >= 100 / inside.sweeping.TOGETHER
    site.empty_redis()
    assert (site.does(inside.hints), site.does(inside.played)) == (0, (0, 0, 0))
    with site.at_work():
        site.comes_to(TURNS, 100)
    assert site.does(inside.played) == (100, 100, 100)
