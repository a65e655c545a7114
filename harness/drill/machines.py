"""`make machines`: on this machine, run a town set up for several machines, and kill its processes in turn; nothing may be lost.

The town has HAProxy in front of two web processes, two workers that share the queues, PostgreSQL behind PgBouncer, a streaming replica for
public pages, Redis, beat and a receiver. People play as in `make drill`, and a visitor without an account reads public pages throughout.
MINUTES sets the length (default 2); SEED repeats the order.
"""

import os
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import psycopg
import servers

from harness.drill import run as drill
from harness.drill import town as drill_town
from harness.drill.people import ask

QUEUES = {"worker 1": "celery,sweeps,clocks,bots", "worker 2": "sweeps,letters-out,letters-in,clocks,pictures"}
ALONE = ("HAProxy", "PgBouncer", "PostgreSQL")
"""Servers without a spare: while any of them is down, the site refuses pages."""
AFTERWARDS = 6.0
"""Seconds that other processes may take to reconnect to a restarted process."""
PUBLIC = ("/lobby/", "/leagues/", "/ratings/", "/ratings/buccaneer/")
REPLAYED = "SELECT coalesce(extract(epoch FROM pg_last_xact_replay_timestamp()), 0)::float"
READS = "SELECT sum(coalesce(idx_scan, 0) + seq_scan)::int FROM pg_stat_user_tables WHERE relname IN ('games_game', 'leagues_league')"
MOVES = "SELECT count(*) FROM games_move"


def lacking() -> str:
    """Return a sentence that names the missing programs; "" if none is missing."""
    missing = [name for name in ("haproxy", "pgbouncer", "redis-server") if not shutil.which(name)]
    if not servers.postgres_folder():
        missing.append("PostgreSQL")
    return f"make machines needs programs that are not installed: {', '.join(missing)}." if missing else ""


class Machines(drill_town.Town):
    """The processes of a town on several machines."""

    def __init__(self, folder: Path, relay: int):
        super().__init__(folder, relay)
        self.ports |= dict(zip(("pooler", "replica", "web 1", "web 2"), servers.free_ports(4), strict=True))
        self.env |= {
            "DATABASE_URL": servers.postgres_address(self.ports["pooler"]),
            "REPLICA_URL": servers.postgres_address(self.ports["replica"]),
            "PGBOUNCER": "transaction",
            "LETTERS_AT_ONCE": "4",
        }

    def databases(self) -> None:
        """Create and start PostgreSQL, its replica, and PgBouncer in front of PostgreSQL, each in a separate folder."""
        primary, replica, pooler = (self.ports[name] for name in ("database", "replica", "pooler"))
        makers: tuple[tuple[str, int, Callable[[Path], servers.Server]], ...] = (
            ("PostgreSQL", primary, lambda home: servers.postgres_server(home, primary, wal_keep_size="256MB")),
            ("replica", replica, lambda home: servers.replica_server(home, replica, primary, wal_keep_size="256MB")),
            ("PgBouncer", pooler, lambda home: servers.pgbouncer_server(home, pooler, primary)),
        )
        for name, port, make in makers:
            home = self.folder / name
            home.mkdir()
            command, who = make(home)
            self.add(name, command, port, **who).start()

    def sites(self) -> None:
        """Add two workers, and two web processes behind HAProxy with its file in deploy/, but without HTTPS."""
        for name in ("web 1", "web 2"):
            self.web(name, self.ports[name])
        for name, queues in QUEUES.items():
            self.worker(name, "-c", "4", "-Q", queues, "-n", f"{name.replace(' ', '')}@%h")
        ours = {
            "bind :80\n": f"bind 127.0.0.1:{self.ports['web']}\n",
            "    bind :443 ssl crt /etc/haproxy/certificate.pem alpn h2,http/1.1\n": "",
            "10.0.0.11:8000": f"127.0.0.1:{self.ports['web 1']}",
            "10.0.0.12:8000": f"127.0.0.1:{self.ports['web 2']}",
        }
        file = self.folder / "haproxy.cfg"
        file.write_text(servers.deploy_file("haproxy.cfg", ours))
        self.add("HAProxy", ["haproxy", "-db", "-f", file], self.ports["web"])


class Turns(drill.Drill):
    """A drill that kills one process after the other, while a visitor without an account reads public pages."""

    minutes = float(os.environ.get("MINUTES", "2"))
    title = f"A town on several machines for {minutes:g} minutes, SEED={drill.SEED}"
    same_as: ClassVar[dict[str, str]] = {"worker 1": "worker", "worker 2": "worker", "PgBouncer": "PostgreSQL"}

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.pages_read, self.refused = 0, list[tuple[float, str, int]]()
        """The number of pages read, and the time, path and status of each refusal."""

    def blows(self) -> dict[str, drill.Blow]:
        blows = {name: blow for name, blow in super().blows().items() if name in self.town.processes}
        return blows | {"replica": blows["replica"]._replace(sign=self.replayed)}

    def replayed(self) -> float:
        """Return the Unix time of the last transaction that the replica replayed; 0 while the replica is down."""
        with suppress(psycopg.Error):
            return self.town.query(REPLAYED, "replica")
        return 0.0

    def play(self) -> None:
        reading_ends = threading.Event()
        reader = threading.Thread(target=self.read, args=(reading_ends,), daemon=True)
        self.seat()
        reader.start()
        self.go_on(time.time() + self.minutes * 60)
        self.rise()
        reading_ends.set()
        reader.join()
        self.compare_replica()
        self.faults += self.unexpected()

    def read(self, stop: threading.Event) -> None:
        while not stop.wait(0.2):
            for path in PUBLIC:
                begun, (status, _) = time.time(), ask(self.town.ports["web"], path)
                self.pages_read += status == 200
                self.refused += [(begun, path, status)] if status != 200 else []

    def unexpected(self) -> list[str]:
        """Return a sentence for each page refused while all servers without a spare were up."""
        spans = [(begun - 1, ended + AFTERWARDS) for kind, begun, ended in self.strikes if kind in ALONE]
        refused = [each for each in self.refused if not any(first <= each[0] <= last for first, last in spans)]
        strikes = [f"{kind} {begun:.1f}" for kind, begun, _ in self.strikes]
        return [f"{path} was answered by {status} at {moment:.1f}; the strikes were {strikes}" for moment, path, status in refused]

    def compare_replica(self) -> None:
        """Check that the replica catches up with the primary, and that public pages are read from the replica."""
        query, until = self.town.query, time.monotonic() + 60
        before = query(READS, "replica")
        while query(READS, "replica") <= before or query(MOVES, "replica") != query(MOVES, "database"):
            if time.monotonic() > until:
                moves = f"{query(MOVES, 'replica'):.0f} moves of {query(MOVES, 'database'):.0f}"
                reads = f"its tables were read {query(READS, 'replica') - before:.0f} times by pages"
                self.faults.append(f"the replica has {moves}, and {reads}")
                return
            ask(self.town.ports["web"], "/leagues/")
            time.sleep(1)

    def tell(self, report: dict[str, Any]) -> None:
        super().tell(report)
        print(f"public pages: {self.pages_read} read, {len(self.refused)} refused")


def main() -> int:
    if missing := lacking():
        print(missing)
        return 2
    return drill.run(Turns, Machines)
