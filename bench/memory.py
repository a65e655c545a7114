"""Measure how the memory of a web process and a worker grows under load, on PostgreSQL and Redis.

    python bench/memory.py [minutes] [games]

Clients play games and read other pages over HTTP; the worker sends letters.
"""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from time import monotonic, sleep

from _site import ROOT, Table, memory, new_game, new_people, next_form, servers, site
from post import sink

LETTERS = 5
"""Seconds between two sweeps."""
PAUSE = float(os.environ.get("BENCH_PAUSE", "0"))
"""Seconds that each of the four clients waits after a move, so that the bench can run for an hour beside other work."""
SIGHTS = (
    "/", "/lobby/", "/my/", "/rules/buccaneer/", "/letters/", "/account/profile/", "/account/2fa/", "/account/keys/", "/friends/",
    "/tables/new/buccaneer/", "/find-players/", "/ratings/", "/leagues/", "/share.png", "/api/openapi.json",
    *(f"/games/GAME/{part}/" for part in ("clock", "history", "orders", "ledger", "film")),
)  # fmt: skip
"""Other pages, of which a client reads one after each move, so that nearly all code of a web process runs."""
EDITIONS = ("buccaneer", "trade-winds", "piracy", "bounty")
BUCCANEER = [sys.executable, "-c", "from buccaneer_site.cli import main; main()"]


def main(minutes: float, games: int) -> None:
    port = servers.free_port()
    with (
        sink() as relay,
        site(over_postgres=True, EMAIL_URL=f"smtp://127.0.0.1:{relay}"),
        servers.running([*BUCCANEER, "web", "--port", str(port)], port, cwd=ROOT) as web,
        servers.running([*BUCCANEER, "worker", "-Q", "celery", "-c", "4"], port, cwd=ROOT) as worker,  # it opens no port
    ):
        watch({"web": web, "worker": worker}, Load(port, games), minutes)


def watch(processes: dict[str, subprocess.Popen], load: "Load", minutes: float) -> None:
    """Let clients play for this many minutes; every minute, print the RSS and PSS of each process in megabytes."""
    began = monotonic()
    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(load.play_until, load.tables[first::4], began + minutes * 60) for first in range(4)]
        print("minute " + "".join(f"{name:>14}" for name in processes) + "   moves  letters", flush=True)
        minute = 0
        while minute <= minutes:
            while monotonic() < began + minute * 60:
                send_letters()
                sleep(LETTERS)
            sizes = "".join("{:9.0f} {:4.0f}".format(*memory(process.pid)) for process in processes.values())
            print(f"{minute:6} {sizes}{load.moves:8}{sent():9}", flush=True)
            minute += 1
        for process in playing:
            process.result()


def send_letters() -> None:
    """Make all pending letters due now, and queue two sweeps."""
    from django.utils import timezone

    from core.tasks import enqueue
    from notifications.models import Delivery, State

    Delivery.objects.filter(state=State.PENDING).update(not_before=timezone.now())
    for _ in range(2):
        enqueue("notifications.tasks.sweep")


def sent() -> int:
    from notifications.models import Delivery, State

    return Delivery.objects.filter(state=State.SENT).count()


class Load:
    """Games of four people each, who play random legal actions."""

    def __init__(self, port: int, games: int):
        self.chance, self.moves = random.Random(3), 0
        self.tables = [Table(new_game(new_people(f"memory{n}", 4), EDITIONS[n % 4]), port) for n in range(games)]

    def play_until(self, tables: list[Table], end: float) -> None:
        for table in cycle(tables):
            if monotonic() > end:
                return
            self.play(table)

    def play(self, table: Table) -> None:
        """Post one move, and read the table's page and another page."""
        from games.models import Game

        seat, form = next_form(Game.objects.get(pk=table.pk), self.chance)
        if seat is None:
            return
        table.move(seat, form)
        for path in ("", SIGHTS[self.moves % len(SIGHTS)].replace("GAME", str(table.pk))):
            table.page(seat, path)
        self.moves += 1
        sleep(PAUSE)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5, int(sys.argv[2]) if len(sys.argv) > 2 else 40)
