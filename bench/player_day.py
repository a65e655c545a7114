"""Measure what a player leaves in a town: rows and bytes of a move on PostgreSQL, its CPU there and here, and what an open socket takes.

Four people play 300 moves of Buccaneer through the whole site, as in `bench/server.py`; then a web process gets some hundred sockets of one
table and is told of moves. docs/scaling.md rests on these figures, and `bench/day.py` computes with them.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EARLY, MOVES, SOCKETS, TOLD = 20, 280, 400, 50
TICK = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure in a separate process, since settings are read once."""
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]
    import servers

    if not (servers.postgres_folder() and servers.shutil.which("redis-server")):
        print("left out: PostgreSQL or Redis is not installed here")
        return 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data, servers.town(Path(folder)) as town:
        env = os.environ | town | {"BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT), "PORT": str(servers.free_port())}
        return subprocess.run([sys.executable, __file__, "here"], cwd=ROOT, env=env).returncode


def measure() -> None:
    sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "scripts")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from server import Table

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    table = Table()
    table.play(EARLY)
    moves(table)
    sockets(table)


def moves(table: Any) -> None:
    """Play, and print the cost and stored data of each move."""
    from django.db import connection

    def value(question: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return int(cursor.fetchone()[0])

    def stored() -> tuple[Counter, int, int]:
        names = connection.introspection.table_names()
        rows = Counter({name: value(f"SELECT count(*) FROM {name}") for name in names})
        return rows, value("SELECT pg_database_size(current_database())"), value("SELECT pg_current_wal_lsn() - '0/0'")

    (rows, size, wal), own, there = stored(), process_time(), database_cpu()
    table.play(MOVES)
    cpu, database = (process_time() - own) * 1000 / MOVES, (database_cpu() - there) / MOVES
    more, bigger, newer = stored()
    print(f"a move: {cpu:.1f} ms of CPU of the site with its driver, {database:.1f} ms of the database")
    print(f"a move: {(bigger - size) / MOVES / 1024:.1f} KB of tables and indexes, {(newer - wal) / MOVES / 1024:.1f} KB of WAL")
    print("a move, rows:", ", ".join(f"{count / MOVES:.2f} {name}" for name, count in (more - rows).most_common() if count > MOVES / 50))
    print(f"an answer to a move: {median(table.weights):.0f} bytes on the wire, median")


def database_cpu() -> float:
    """Return the milliseconds of CPU that the database has spent for this connection."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def sockets(table: Any) -> None:
    """Open sockets of the table in a web process; print what each takes, and what it costs to tell them of a move."""
    import servers
    from django.conf import settings

    cookie = next(iter(table.clients.values())).cookies[settings.SESSION_COOKIE_NAME].value
    web = [
        sys.executable,
        "-m",
        "uvicorn",
        "buccaneer_site.asgi:application",
        "--lifespan",
        "off",
        "--no-access-log",
        "--log-level",
        "error",
    ]
    with servers.running([*web, "--port", str(settings.PORT)], settings.PORT, cwd=ROOT) as process:
        asyncio.run(opened(process.pid, table.pk, f"{settings.SESSION_COOKIE_NAME}={cookie}"))


async def opened(pid: int, game: int, cookie: str) -> None:
    """Open the sockets, tell them of moves, print the figures."""
    from django.conf import settings
    from websockets.asyncio.client import connect

    from games.announcements import live

    live.attach(asyncio.get_running_loop())
    address = f"ws://127.0.0.1:{settings.PORT}/ws/games/{game}/"
    head = {"Cookie": cookie, "Origin": settings.SITE_URL, "Host": "testserver"}

    async def one() -> Any:
        return await connect(address, additional_headers=head, open_timeout=60)

    warm = [await one() for _ in range(20)]
    before, spent = resident(pid), cpu_of(pid)
    sockets = [*warm, *[await one() for _ in range(SOCKETS)]]
    size, cpu = (resident(pid) - before) / SOCKETS, (cpu_of(pid) - spent) / SOCKETS
    print(f"an open socket: {size:.0f} KB of the web process, {cpu:.1f} ms of CPU to open")
    spent = cpu_of(pid)
    for number in range(TOLD):
        live.changed(game, 10_000 + number)
        await asyncio.gather(*(heard(socket, 10_000 + number) for socket in sockets))
    print(f"a socket that is told of a move: {(cpu_of(pid) - spent) / TOLD / len(sockets):.2f} ms of CPU of the web process")
    for socket in sockets:
        await socket.close()


async def heard(socket: Any, number: int) -> None:
    while str(number) not in str(await asyncio.wait_for(socket.recv(), 30)):
        pass


def resident(pid: int) -> float:
    """Return the resident memory of a process in kilobytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


def cpu_of(pid: int) -> float:
    """Return the milliseconds of CPU that a process has spent."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICK


if __name__ == "__main__":
    sys.exit(main()) if len(sys.argv) == 1 else measure()
