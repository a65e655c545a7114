"""A site over PostgreSQL, its streaming replica and a PgBouncer that hands connections on after each transaction."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import psycopg
import pytest

from scripts import servers

pytestmark = [
    pytest.mark.services,
    pytest.mark.long,
    pytest.mark.pgbouncer,
]
ROOT = Path(__file__).resolve().parents[2]
BEGIN = """
import threading
from django.db import connection
from django.test import Client
from games.models import Game
from games.storage import prepared
from leagues.models import League

def stands(name, browser):
    return name in browser.get("/leagues/").content.decode()
"""
READERS = """
league = League.objects.create(name="Seven Seas", slug="seven-seas")
stranger, writer = Client(), Client()
print(stands("Seven Seas", stranger))
writer.post("/account/no-banner/")
print(stands("Seven Seas", writer))
print(stranger.get("/leagues/seven-seas/").status_code)
"""
SEEN = 'print(stands("Seven Seas", Client()))'
PREPARED_BY_TWO = """
def read():
    for _ in range(8):
        prepared.game_row(0)
        list(Game.objects.filter(pk=0).iterator(chunk_size=1))

def read_and_stay():
    try:
        read()
    finally:
        has_read.set()
    may_end.wait(60)

has_read, may_end = threading.Event(), threading.Event()
threading.Thread(target=read_and_stay, daemon=True).start()
has_read.wait(60)
read()
may_end.set()
print("read")
"""
ZONE = """
with connection.cursor() as cursor:
    cursor.execute("SHOW timezone")
    print(cursor.fetchone()[0])
"""


@pytest.fixture(scope="module")
def machines():
    """PostgreSQL (`primary`), a `replica` and a `pooler` by their ports, the replica's process, and the environment of a site over them."""
    with TemporaryDirectory() as made:  # pytest's own folders are closed to the user of the servers
        yield from over(Path(made))


def over(folder):
    """The same in this folder."""
    ports = SimpleNamespace(**dict(zip(("primary", "replica", "pooler"), servers.free_ports(3), strict=True)))
    for name in vars(ports):
        (folder / name).mkdir()
    folder.chmod(0o755)
    (folder / "static").mkdir()
    env = os.environ | {
        "DATABASE_URL": servers.postgres_address(ports.pooler),
        "REPLICA_URL": servers.postgres_address(ports.replica),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "EMAIL_URL": "smtp://127.0.0.1:25",
        "SITE_URL": "http://testserver",
        "SECRET_KEY": servers.KEY,
        "BUCCANEER_DATA": str(folder),
        "PGBOUNCER": "transaction",
    }
    with ExitStack() as running:
        replica = start(running, folder, ports)
        manage(env, "migrate", "--verbosity", "0")
        manage(env, "collectstatic", "--noinput", "--verbosity", "0")
        yield SimpleNamespace(ports=ports, replica=replica, env=env)


def start(running, folder, ports):
    """Start the three servers; return the process of the replica."""
    primary = servers.postgres_server(folder / "primary", ports.primary)
    running.enter_context(servers.running(primary[0], ports.primary, **primary[1]))
    copy = servers.replica_server(folder / "replica", ports.replica, ports.primary)
    replica = running.enter_context(servers.running(copy[0], ports.replica, **copy[1]))
    pooler = servers.pgbouncer_server(folder / "pooler", ports.pooler, ports.primary)
    running.enter_context(servers.running(pooler[0], ports.pooler, **pooler[1]))
    return replica


def manage(env, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def shell(env, code):
    return manage(env, "shell", "--no-imports", "-c", BEGIN + code)


def at(port, statement):
    with psycopg.connect(servers.postgres_address(port), autocommit=True, prepare_threshold=None) as connection:
        return connection.execute(statement).fetchone()


def test_who_has_written_reads_it_while_the_replica_waits_and_others_when_it_has_it(machines):
    at(machines.ports.replica, "SELECT pg_wal_replay_pause()")
    assert shell(machines.env, READERS) == ["False", "True", "200"]
    at(machines.ports.replica, "SELECT pg_wal_replay_resume()")
    newest = at(machines.ports.primary, "SELECT pg_current_wal_lsn()")[0]
    while not at(machines.ports.replica, f"SELECT pg_last_wal_replay_lsn() >= '{newest}'")[0]:
        pass
    assert shell(machines.env, SEEN) == ["True"]


def test_two_threads_read_through_a_connection_that_is_handed_on(machines):
    assert shell(machines.env, PREPARED_BY_TWO) == ["read"]


def test_without_its_setting_such_a_pgbouncer_would_meet_statements_that_others_prepared(machines):
    with pytest.raises(AssertionError, match=r"prepared statement|portal|cursor"):
        shell(machines.env | {"PGBOUNCER": "session"}, PREPARED_BY_TWO)


def test_the_zone_of_another_client_does_not_become_ours(machines):
    with psycopg.connect(servers.postgres_address(machines.ports.pooler), autocommit=True) as other:
        other.execute("SET TIME ZONE 'Asia/Tokyo'")
        assert shell(machines.env, ZONE) == ["UTC"]


def test_public_pages_go_on_without_the_replica(machines):
    machines.replica.terminate()
    machines.replica.wait(30)
    assert shell(machines.env, SEEN) == ["True"]
