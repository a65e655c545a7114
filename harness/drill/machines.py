"""`make machines`: a town on several machines, all on this one: each process is killed in turn under load, and nothing may be lost.

HAProxy before two web processes, two workers that share the queues, PostgreSQL behind PgBouncer, a streaming replica for public pages,
Redis, beat and receiver. People play as in `make drill`, and a reader without an account looks at public pages all the time. MINUTES=2
(default) says how long, SEED=… repeats the order. The last line is "Nothing lost, nothing twice." or it fails.
"""

import http.client
import os
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psycopg
import servers

from harness.drill import run as drill
from harness.drill import town as drill_town
from harness.drill.people import Notes, Relay

MINUTES = float(os.environ.get("MINUTES", "2"))
SEED = os.environ.get("SEED") or str(random.randrange(10**6))  # noqa: S311
QUEUES = {"worker 1": "celery,sweeps,clocks,bots", "worker 2": "sweeps,letters-out,letters-in,clocks,pictures"}
ALONE = ("HAProxy", "PgBouncer", "PostgreSQL")
"""What there is only one of: without it, pages are refused for a while."""
SAME_AS = {"worker 1": "worker", "worker 2": "worker", "PgBouncer": "PostgreSQL"}
"""What a drill knows as another kind of strike."""
AFTERWARDS = 6.0
"""Seconds after a process came back until each other one has found it again."""
PUBLIC = ("/lobby/", "/leagues/", "/ratings/", "/ratings/buccaneer/")
REPLAYED = "SELECT coalesce(extract(epoch FROM pg_last_xact_replay_timestamp()), 0)::float"
LOOKED_UP = "SELECT sum(coalesce(idx_scan, 0) + seq_scan)::int FROM pg_stat_user_tables WHERE relname IN ('games_game', 'leagues_league')"


def lacking() -> str:
    """Return what this machine lacks for it, as a sentence; "" if all is there."""
    missing = [name for name in ("haproxy", "pgbouncer", "redis-server") if not shutil.which(name)]
    if not servers.postgres_folder():
        missing.append("PostgreSQL")
    return f"make machines needs programs that are not installed: {', '.join(missing)}." if missing else ""


class Machines(drill_town.Town):
    """The processes of such a town."""

    def build(self) -> None:
        """Make the servers and the site, and start everything."""
        (self.folder / "data" / "static").mkdir(parents=True)
        self.folder.chmod(0o755)
        self.ports |= dict(zip(("pooler", "replica", "web 1", "web 2"), servers.free_ports(4), strict=True))
        self.env |= {
            "DATABASE_URL": servers.postgres_address(self.ports["pooler"]),
            "REPLICA_URL": servers.postgres_address(self.ports["replica"]),
            "PGBOUNCER": "transaction",
            "LETTERS_AT_ONCE": "4",
        }
        self.databases()
        self.add("Redis", servers.redis_server(self.folder, self.ports["redis"]), self.ports["redis"])
        self.processes["Redis"].start()
        self.renew()
        for name in ("web 1", "web 2"):
            self.web(name, self.ports[name])
        for name, queues in QUEUES.items():
            node = name.replace(" ", "")
            self.site(name, [*drill_town.CELERY, "worker", "--pool", "threads", "-c", "4", "-O", "fair", "-Q", queues, "-n", f"{node}@%h"])
        self.site("beat", [*drill_town.CELERY, "beat", "--schedule", str(self.folder / "beat")])
        self.site("receiver", ["python", "manage.py", "receive_letters"], self.ports["receiver"])
        self.add("HAProxy", ["haproxy", "-db", "-f", self.balancer()], self.ports["web"])
        for process in self.processes.values():
            if process.running is None:
                process.start()

    def databases(self) -> None:
        """Make and start PostgreSQL, its replica, and PgBouncer before the first."""
        homes = {name: self.folder / name for name in ("primary", "replica", "pooler")}
        for home in homes.values():
            home.mkdir()
        port, kept = self.ports["database"], {"wal_keep_size": "256MB"}
        command, who = servers.postgres_server(homes["primary"], port, **kept)
        self.add("PostgreSQL", command, port, **who)
        self.processes["PostgreSQL"].start()
        command, who = servers.replica_server(homes["replica"], self.ports["replica"], port, **kept)
        self.add("replica", command, self.ports["replica"], **who)
        command, who = servers.pgbouncer_server(homes["pooler"], self.ports["pooler"], port)
        self.add("PgBouncer", command, self.ports["pooler"], **who)
        for name in ("replica", "PgBouncer"):
            self.processes[name].start()

    def balancer(self) -> Path:
        """Write the settings of deploy/ for HAProxy, with our ports and without https; return the file."""
        said = (drill_town.ROOT / "deploy" / "haproxy.cfg").read_text()
        ours = {
            "bind :80\n": f"bind 127.0.0.1:{self.ports['web']}\n",
            "    bind :443 ssl crt /etc/haproxy/certificate.pem alpn h2,http/1.1\n": "",
            "10.0.0.11:8000": f"127.0.0.1:{self.ports['web 1']}",
            "10.0.0.12:8000": f"127.0.0.1:{self.ports['web 2']}",
        }
        for theirs, own in ours.items():
            if theirs not in said:
                raise ValueError(f"deploy/haproxy.cfg has no {theirs!r}")
            said = said.replace(theirs, own)
        file = self.folder / "haproxy.cfg"
        file.write_text(said)
        return file

    def ask(self, port: str, question: str) -> float:
        """Return the number that a database answers. Raises psycopg.Error."""
        with psycopg.connect(servers.postgres_address(self.ports[port]), connect_timeout=3) as connection:
            row = connection.execute(question).fetchone()
            return float(row[0] or 0) if row else 0.0


class Turns(drill.Drill):
    """A drill that only kills, each process in its turn."""

    def kinds(self) -> dict[str, Callable[[], None]]:
        return {name: (lambda name=name: self.kill(name)) for name in self.town.processes}  # type: ignore[misc]

    def left_out(self) -> list[str]:
        return []

    def sign(self, kind: str) -> float:
        if kind == "replica":
            with suppress(psycopg.Error):
                return self.town.ask("replica", REPLAYED)  # type: ignore[attr-defined]  # ours
            return 0.0
        return super().sign(SAME_AS.get(kind, kind))


class Reader(threading.Thread):
    """Someone without an account who reads public pages all the time. `refused`: when there was no page, and what came instead."""

    def __init__(self, port: int, stop: threading.Event):
        super().__init__(daemon=True)
        self.port, self.stop, self.read = port, stop, 0
        self.refused: list[tuple[float, str, int]] = []

    def run(self) -> None:
        while not self.stop.wait(0.2):
            for path in PUBLIC:
                begun, status = time.time(), self.status_of(path)
                self.read += status == 200
                if status != 200:
                    self.refused.append((begun, path, status))

    def status_of(self, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def unexpected(self, strikes: list[drill.Strike]) -> list[str]:
        """Return the refusals that nothing excuses: all servers of which there is one were there."""
        spans = [(strike.begun - 1, strike.over + AFTERWARDS) for strike in strikes if strike.kind in ALONE]
        return [
            f"{path} was answered by {status} {since(strikes, at)}"
            for at, path, status in self.refused
            if not any(first <= at <= last for first, last in spans)
        ]


def since(strikes: list[drill.Strike], at: float) -> str:
    """Say how long after which strike this was."""
    last = max((strike for strike in strikes if strike.begun <= at), key=lambda strike: strike.begun, default=None)
    return f"{at - last.begun:.1f} s after the strike at {last.kind}" if last else "before any strike"


def wrong_with_replica(town: Machines, reader: Reader) -> list[str]:
    """Compare the replica with the primary, and see that public pages are read from it."""
    until, count = time.monotonic() + 60, "SELECT count(*) FROM games_move"
    before = town.ask("replica", LOOKED_UP)
    while time.monotonic() < until:
        reader.status_of("/leagues/")
        if town.ask("replica", LOOKED_UP) > before and town.ask("replica", count) == town.ask("database", count):
            return []
        time.sleep(1)
    moves = f"{town.ask('replica', count):.0f} moves of {town.ask('database', count):.0f}"
    return [f"the replica has {moves}, and its tables were read {town.ask('replica', LOOKED_UP) - before:.0f} times by pages"]


def play(turns: Turns, minutes: float) -> tuple[Reader, list[str]]:
    """Let people play and read while processes are killed; return the reader, and what is wrong."""
    stop, reading_ends = threading.Event(), threading.Event()
    town: Machines = turns.town  # type: ignore[assignment]
    threads, reader = drill.seated(turns, stop), Reader(town.ports["web"], reading_ends)
    reader.start()
    turns.go_on(time.time() + minutes * 60)
    drill.rise(turns, threads, stop)
    reading_ends.set()
    reader.join()
    return reader, wrong_with_replica(town, reader) + reader.unexpected(turns.strikes)


def judge(turns: Turns, wrong: list[str]) -> dict:
    """Compare what is stored with the notes of all, as a drill does."""
    turns.town.processes["worker 2"].kill(drill_town.signal.SIGTERM)
    turns.town.processes["worker"] = turns.town.processes["worker 1"]
    known = [replace(strike, kind=SAME_AS.get(strike.kind, strike.kind)) for strike in turns.strikes]
    found = drill.judge(replace(turns, strikes=known))
    found["wrong"] += wrong
    return found


def main() -> int:
    if said := lacking():
        print(said)
        return 2
    print(f"A town on several machines for {MINUTES:g} minutes, SEED={SEED}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="machines-"))
    relay, port = Relay(), servers.free_port()
    controller, town = relay.listen(port), Machines(folder, port)
    try:
        town.build()
        turns = Turns(town, relay, Notes(), random.Random(SEED))  # noqa: S311
        reader, wrong = play(turns, MINUTES)
        found = judge(turns, wrong)
        drill.tell(turns, found)
        print(f"public pages: {reader.read} read, {len(reader.refused)} refused")
    finally:
        town.end()
        controller.stop()
    if found["wrong"]:
        print(f"FAILED; the logs are in {folder}")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    print("Nothing lost, nothing twice.")
    return 0
