"""Compare a posted move with a move of boardgame.io, over loopback and the same PostgreSQL, in turns; compare ratios within one run only.

    python bench/moves.py [rounds]

The site's moves go over HTTP to two processes of uvicorn, which return the changed parts of the page. Moves of boardgame.io go over a
WebSocket to its server, which plays a much smaller game (peers/bgio_game.js) and returns the new state. CPU time is that of the server
and PostgreSQL. The site's moves are chosen beforehand: every game has the same dice. docs/performance.md says how to install boardgame.io.
"""

import os
import random
import secrets
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from _site import ROOT, WEB, Program, Table, new_game, new_people, next_form, servers, site, used

PEER = Path(os.environ.get("PEERS") or ROOT / "var" / "peers") / "node" / "node_modules"
ROUNDS, LATE, FIRST, AT_ONCE = 6, 220, 8, {1: 12, 16: 4, 64: 4}
"""AT_ONCE: number of simultaneous games -> moves of each game per round, measured from move LATE with one game, otherwise from FIRST."""


class Took(NamedTuple):
    """The milliseconds of each move, wall-clock seconds, CPU seconds of server and PostgreSQL, and CPU seconds of the driver."""

    moves: list[float]
    wall: float
    cpu: float
    driver: float


def main(rounds: int) -> None:
    if not PEER.exists():
        print("boardgame.io: left out, it is not installed")
        return
    with site(over_postgres=True) as folder:
        from django.db import connection

        connection.cursor().execute("CREATE DATABASE peers")
        database = int((folder / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        moves = LATE + FIRST * len(AT_ONCE) + sum(AT_ONCE.values()) * rounds
        with ours(database, moves) as here, theirs(database, os.environ["DATABASE_URL"]) as peer:
            compare(here, peer, rounds)


def compare(site: "Side", peer: "Side", rounds: int) -> None:
    """Measure both sides in turns; print each figure of both, and their ratio."""
    for side in (site, peer):
        side.play(1, LATE)
    pages: list[Took] = []
    for games, moves in AT_ONCE.items():
        for side in (site, peer):
            side.play(games, FIRST)  # opens the games and their pages
        took: dict[str, list[Took]] = {site.name: [], peer.name: []}
        for number in range(rounds):
            for side in (site, peer) if number % 2 else (peer, site):
                took[side.name].append(side.play(games, moves))
            if games == 1:
                pages.append(site.measured(site.pages))
        told(f"{games} at once", took[site.name], took[peer.name])
        if games == 1:
            show("a page of a table, CPU ms (beside a move)", cpu(pages), cpu(took[peer.name]))


def told(title: str, mine: list[Took], other: list[Took]) -> None:
    show(f"{title}: a move, p50 ms", *(median(ms for took in side for ms in took.moves) for side in (mine, other)))
    show(f"{title}: a move, CPU ms", cpu(mine), cpu(other))
    show(f"{title}: moves a second", *(count(side) / sum(took.wall for took in side) for side in (mine, other)))
    cores = os.cpu_count() or 1
    free = (count(side) / sum(took.wall - took.driver / cores for took in side) for side in (mine, other))
    show(f"{title}: moves a second, its driver's CPU taken off", *free)


def count(side: list[Took]) -> int:
    return sum(len(took.moves) for took in side)


def cpu(side: list[Took]) -> float:
    """Return the mean CPU time of one move, in milliseconds."""
    return 1000 * sum(took.cpu for took in side) / count(side)


def show(title: str, mine: float, other: float) -> None:
    print(f"{title:<58} {mine:8.1f}   boardgame.io {other:8.1f}   ratio {mine / other:.2f}", flush=True)


class Side:
    """One of the two servers with its driver: `act(games, moves)` returns the milliseconds of each move."""

    def __init__(self, name: str, act: Callable[[int, int], list[float]], server: list[int], driver: Callable[[], float]):
        self.name, self.act, self.server, self.driver = name, act, server, driver
        self.pages: Callable[[], list[float]] = list

    def play(self, games: int, moves: int) -> Took:
        return self.measured(lambda: self.act(games, moves))

    def measured(self, work: Callable[[], list[float]]) -> Took:
        spent, driver, began = sum(map(used, self.server)), self.driver(), perf_counter()
        moves = work()
        return Took(moves, perf_counter() - began, sum(map(used, self.server)) - spent, self.driver() - driver)


@contextmanager
def ours(database: int, moves: int) -> Iterator[Side]:
    """Serve the site with two web processes, between which games of this many moves alternate, as behind a proxy."""
    ports = servers.free_ports(2)
    with ExitStack() as started:
        web = [
            started.enter_context(servers.running([*WEB, "--timeout-keep-alive", "600", "--port", str(port)], port, cwd=ROOT))
            for port in ports
        ]
        tables = Tables(ports, moves)
        side = Side("site", tables.act, [*(process.pid for process in web), database], process_time)
        side.pages = tables.look
        yield side


@contextmanager
def theirs(database: int, url: str) -> Iterator[Side]:
    """Serve boardgame.io, with a driver in a separate process."""
    port, folder, env = servers.free_port(), ROOT / "bench" / "peers", os.environ | {"NODE_PATH": str(PEER)}
    command = ["node", folder / "bgio_server.js", str(port), url.rsplit("/", 1)[0] + "/peers"]
    with servers.running(command, port, env=env) as server:
        driver = Program(["node", folder / "bgio_moves.js", str(port)], env=env)
        yield Side("boardgame.io", driver, [server.pid, database], lambda: used(driver.process.pid))
        driver.end()


class Tables:
    """Tables of four people each, all with the same dice: the moves of a game played beforehand are posted at every table."""

    def __init__(self, ports: list[int], moves: int):
        draw = secrets.token_bytes
        secrets.token_bytes = lambda size=None: bytes(range(32)) if size == 32 else draw(size)  # seeds of dice are 32 bytes
        self.ports, self.tables = cycle(ports), list[tuple[Table, Iterator[tuple[int, dict[str, Any]]]]]()
        self.script = list(self.chosen(moves))

    def new_game(self) -> Any:
        return new_game(new_people(f"m{len(self.tables)}-{secrets.token_hex(4)}", 4))

    def chosen(self, moves: int) -> Iterator[tuple[int, dict[str, Any]]]:
        """Play a game in this process; yield the seat and the form fields of each move."""
        from games.engine import Action
        from games.engine.facts import freeze
        from games.play import acting

        game, chance = self.new_game(), random.Random(4)
        for _ in range(moves):
            game.refresh_from_db()
            seat, form = next_form(game, chance)
            if seat is None:
                raise SystemExit("the game is over too soon")
            answer = form["answer"] if "answer" in form else (form["give"], form["take"])
            acting.act(game.pk, Action(seat, form["decision"], freeze(answer)), form["seen"])
            yield seat, form

    def act(self, games: int, moves: int) -> list[float]:
        """Post the next `moves` moves at each of `games` tables, all tables at once; return the milliseconds of each move."""
        while len(self.tables) < games:
            self.tables.append((Table(self.new_game(), next(self.ports)), iter(self.script)))
        with ThreadPoolExecutor(games) as pool:
            played = pool.map(lambda table: [ms(table[0].move, *next(table[1])) for _ in range(moves)], self.tables[:games])
            return [took for moves_of_one in played for took in moves_of_one]

    def look(self) -> list[float]:
        """Read the first table's page a few times; return the milliseconds of each request."""
        return [ms(self.tables[0][0].page) for _ in range(AT_ONCE[1])]


def ms(work: Callable[..., object], *given: Any) -> float:
    """Return the wall-clock time of a call, in milliseconds."""
    began = perf_counter()
    work(*given)
    return 1000 * (perf_counter() - began)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
