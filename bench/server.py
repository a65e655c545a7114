"""Measure a move, a page and a long game in one server process, on SQLite and (if installed) on PostgreSQL.

Four people play Buccaneer; each move is posted through the whole site (session, checks, rules, rows, notices) and answered with the live
part of the page. Goals: 15 ms for the 3rd and the 300th move, 30 ms for a page, 5 ms to load a game of 1,000 actions. On a shared machine,
CPU time is more reliable than wall-clock time. On PostgreSQL, the bench also measures the figures in docs/scaling.md: rows and bytes
stored per move, CPU time of the database, and memory and CPU time per open socket.
"""

import asyncio
import random
import subprocess
import sys
import zlib
from collections import Counter
from functools import partial
from statistics import median
from typing import Any
from urllib.parse import urlencode

import _site
from _site import Took, new_game, new_people, next_form, page_headers, servers, session_of, site, timed

MOVES = 1000
SOCKETS, TOLD = 400, 50


def main() -> int:
    """Measure on each database in a separate process, since settings are read only once."""
    return max(subprocess.run([sys.executable, __file__, database]).returncode for database in ("SQLite", "PostgreSQL"))


def measure(database: str) -> None:
    """Play a long game through the test client, and print times and sizes."""
    with site(over_postgres=database == "PostgreSQL", PORT=str(servers.free_port())):
        table = Table()
        early = table.play(60)[3:]
        if database == "PostgreSQL":
            leave_behind(table, 240)
        else:
            table.play(240)
        late = table.play(60)
        pages = [table.page() for _ in range(60)]
        table.play(MOVES - 360)
        show(database, "a move with its part of the page, at the 3rd", early)
        show(database, "a move with its part of the page, at the 300th", late)
        show(database, "the page of the table", pages)
        weigh(database, "an answer to a move", table.weights)
        weigh(database, "the page of the table", table.weights_of_pages)
        show(database, f"loading a game of {table.game.number} actions", [table.load() for _ in range(60)])
        show(database, f"the table as it was, of {table.game.number} actions", [table.back() for _ in range(60)])
        if database == "PostgreSQL":
            open_sockets(table)


def show(title: str, row: str, took: list[Took]) -> None:
    wall = sorted(each.wall * 1000 for each in took)
    cpu = median(each.cpu for each in took) * 1000
    print(f"{title:<11} {row:<52} {median(wall):6.1f} ms median, {wall[int(len(wall) * 0.95)]:6.1f} ms p95, {cpu:6.1f} ms CPU")


def weigh(title: str, row: str, weights: list[int]) -> None:
    weights = sorted(weights)
    print(f"{title:<11} {row:<52} {median(weights):6.0f} bytes on the wire, median; {weights[int(len(weights) * 0.95)]:6.0f} p95")


def on_the_wire(content: bytes) -> int:
    """Return the number of bytes after compression as on the site."""
    return len(zlib.compress(content, 6))


class Table:
    """Four people, each with a browser, who play random legal actions."""

    def __init__(self):
        from django.test import Client

        self.chance, self.pk, self.clients, self.pages = random.Random(4), new_game(new_people("bench", 4)).pk, {}, {}
        self.weights: list[int] = []
        self.weights_of_pages: list[int] = []
        for player in self.game.players.select_related("user"):
            client = Client(headers={"HX-Request": "true"}, SERVER_NAME="localhost")
            client.force_login(player.user, backend="accounts.backends.AuthenticationBackend")
            self.clients[player.seat] = client

    @property
    def game(self):
        from games.models import Game

        return Game.objects.get(pk=self.pk)

    def play(self, moves: int) -> list[Took]:
        """Post this number of moves; return the time of each."""
        took = []
        for _ in range(moves):
            seat, form = next_form(self.game, self.chance)
            if seat is None:
                break
            request = {"data": urlencode(form, doseq=True), "content_type": "application/x-www-form-urlencoded"}  # as htmx sends a form
            post = partial(self.clients[seat].post, f"/games/{self.pk}/move/", **request, headers=self.pages.get(seat, {}))
            answer, spent = timed(post)
            took.append(spent)
            self.weights.append(on_the_wire(answer.content))
            self.pages[seat] = page_headers(form, answer.content.decode())
            if answer.status_code != 200:
                raise SystemExit(f"A move was refused: {answer.status_code} {form}")
        return took

    def page(self) -> Took:
        answer, spent = timed(lambda: self.clients[0].get(f"/games/{self.pk}/", headers={"HX-Request": ""}))
        self.weights_of_pages.append(on_the_wire(answer.content))
        return spent

    def load(self) -> Took:
        from games.queries import table_view

        return timed(lambda: table_view.table(self.pk, None))[1]

    def back(self) -> Took:
        from games.queries import past

        game = self.game
        return timed(lambda: past.view_at(game, 0, self.chance.randrange(game.number)))[1]


# -- what a move and an open page leave in a town ------------------------------------------------------
def stored() -> tuple[Counter, int, int]:
    """Return the number of rows of each table, and the bytes of the database and of its write-ahead log (WAL)."""
    from django.db import connection

    def value(question: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return int(cursor.fetchone()[0])

    rows = Counter({name: value(f"SELECT count(*) FROM {name}") for name in connection.introspection.table_names()})
    return rows, value("SELECT pg_database_size(current_database())"), value("SELECT pg_current_wal_lsn() - '0/0'")


def leave_behind(table: Table, moves: int) -> None:
    """Play this number of moves, and print the database's CPU time and the rows and bytes stored per move."""
    (rows, size, wal), spent = stored(), _site.database_cpu()
    table.play(moves)
    cpu = (_site.database_cpu() - spent) / moves
    more, bigger, newer = stored()
    print(f"a move: {cpu:.1f} ms of CPU of the database, {(bigger - size) / moves / 1024:.1f} KB of tables and indexes, ", end="")
    print(f"{(newer - wal) / moves / 1024:.1f} KB of WAL")
    print("a move, rows:", ", ".join(f"{count / moves:.2f} {name}" for name, count in (more - rows).most_common() if count > moves / 50))


def open_sockets(table: Table) -> None:
    """Open sockets for the table in a web process; print memory and CPU time per socket, and the CPU time to announce a move."""
    from django.conf import settings

    cookie = session_of(table.game.players.select_related("user")[0].user)
    with servers.running([*_site.WEB, "--port", str(settings.PORT)], settings.PORT, cwd=_site.ROOT) as process:
        asyncio.run(measure_sockets(process.pid, table.pk, cookie))


async def measure_sockets(pid: int, game: int, cookie: str) -> None:
    from django.conf import settings
    from websockets.asyncio.client import connect

    from games.announcements import live

    live.attach(asyncio.get_running_loop())
    address = f"ws://127.0.0.1:{settings.PORT}/ws/games/{game}/"
    head = {"Cookie": cookie, "Origin": settings.SITE_URL, "Host": "testserver"}
    warm = [await connect(address, additional_headers=head, open_timeout=60) for _ in range(20)]
    (before, _), spent = _site.memory(pid), _site.used(pid)
    sockets = warm + [await connect(address, additional_headers=head, open_timeout=60) for _ in range(SOCKETS)]
    size, cpu = (_site.memory(pid)[0] - before) * 1024 / SOCKETS, (_site.used(pid) - spent) * 1000 / SOCKETS
    print(f"an open socket: {size:.0f} KB of the web process, {cpu:.1f} ms of CPU to open")
    spent = _site.used(pid)
    for number in range(10_000, 10_000 + TOLD):
        live.changed(game, number)
        await asyncio.gather(*(told_of(socket, number) for socket in sockets))
    print(f"a socket that is told of a move: {(_site.used(pid) - spent) * 1000 / TOLD / len(sockets):.2f} ms of CPU of the web process")
    for socket in sockets:
        await socket.close()


async def told_of(socket: Any, number: int) -> None:
    """Wait until the socket receives the number of the move. Raise TimeoutError after 30 seconds without a message."""
    while str(number) not in str(await asyncio.wait_for(socket.recv(), 30)):
        pass


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1]) if len(sys.argv) > 1 else main())
