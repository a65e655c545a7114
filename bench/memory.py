"""Measure how a web process and a worker grow under load, on PostgreSQL and Redis.

    python bench/memory.py [minutes] [games] [other checkout]

Games are played and other pages read over HTTP; the worker sends the letters. With another checkout, a web process and a worker of its
code share the same load: each move goes to the next web process, and both workers take from the same queues. Its tables must be the same.
"""

import http.client
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
LETTERS = 5
"""Seconds between two sweeps."""
PAUSE = float(os.environ.get("BENCH_PAUSE", "0"))
"""Seconds that each of the four clients waits after a move, to run for an hour beside other work."""
SIGHTS = (
    "/", "/lobby/", "/my/", "/rules/buccaneer/", "/letters/", "/account/profile/", "/account/2fa/", "/account/keys/", "/friends/",
    "/tables/new/buccaneer/", "/find-players/", "/ratings/", "/leagues/", "/share.png", "/api/openapi.json",
    *(f"/games/GAME/{part}/" for part in ("clock", "history", "orders", "ledger", "film")),
)  # fmt: skip
"""Other pages: a client reads one after each move, so that nearly all code of a web process is used. No program plays."""
EDITIONS = ("buccaneer", "trade-winds", "piracy", "bounty")


def main(minutes: float, games: int, other: str = "") -> None:
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "bench")]
    import post
    import servers

    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as data,
        servers.town(Path(folder)) as town,
        post.sink() as port,
    ):
        town |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "BUCCANEER_DATA": data, "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings"}
        os.environ |= town
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        with ExitStack() as started:
            folders = [("here", ROOT), *([("there", Path(other).resolve())] if other else [])]
            ports = servers.free_ports(len(folders))
            processes = {
                f"{kind} {where}": started.enter_context(running(command(kind, *options), code))
                for (where, code), port in zip(folders, ports, strict=True)
                for kind, options in (("web", ["--port", str(port)]), ("worker", ["-Q", "celery", "-n", f"{port}@bench", "-c", "4"]))
            }
            [servers.wait_for(port, processes["web here"]) for port in ports]
            watch(processes, Load(ports, games), minutes)


def command(*options: str) -> list[str]:
    return [sys.executable, "-c", "from buccaneer_site.cli import main; main()", *options]


@contextmanager
def running(command: list[str], code: Path) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(
        command, cwd=code, env=os.environ | {"PYTHONPATH": str(code)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def watch(processes: dict[str, subprocess.Popen], load: "Load", minutes: float) -> None:
    """Print the megabytes of each process every minute: resident, and its share of them (RSS and PSS)."""
    began = monotonic()
    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(load.play_until, tables, began + minutes * 60) for tables in load.shares(4)]
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
    """Make all letters due at once, and start two sweeps."""
    from django.utils import timezone

    from core.tasks import enqueue
    from notifications.models import Delivery, State

    Delivery.objects.filter(state=State.PENDING).update(not_before=timezone.now())
    for _ in range(2):
        enqueue("notifications.tasks.sweep")


def sent() -> int:
    from notifications.models import Delivery, State

    return Delivery.objects.filter(state=State.SENT).count()


def memory(pid: int) -> tuple[float, float]:
    """Return a process's resident memory (RSS), and its proportional share of it (PSS), in megabytes."""
    sizes = dict(line.split(":") for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    return tuple(int(sizes[name].split()[0]) / 1024 for name in ("Rss", "Pss"))


class Load:
    """Games of four people each, who play any legal action."""

    def __init__(self, ports: list[int], games: int):
        from allauth.account.models import EmailAddress
        from django.contrib.auth import get_user_model

        from games.tables import lobby

        self.lines, self.chance, self.moves = cycle(ports), random.Random(3), 0
        self.cookies: dict[int, str] = {}
        self.games: list[int] = []
        for number in range(games):
            people = [
                get_user_model().objects.create_user(email=f"m{number}-{n}@example.org", name=f"Captain {number} {n}") for n in range(4)
            ]
            for person in people:
                EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
            game = lobby.create(people[0], EDITIONS[number % 4], {}, seats=4)
            for person in people[1:]:
                lobby.join(game.pk, person, token=game.join_token)
            self.cookies |= {person.pk: session_of(person) for person in people}
            self.games.append(game.pk)

    def shares(self, count: int) -> list[list[int]]:
        return [self.games[first::count] for first in range(count)]

    def play_until(self, games: list[int], end: float) -> None:
        for pk in cycle(games):
            if monotonic() > end:
                return
            self.play(pk)

    def play(self, pk: int) -> None:
        """Post one move, and read the page of the table."""
        from server import next_form

        from games.models import Game, Player

        game = Game.objects.get(pk=pk)
        seat, form = next_form(game, self.chance)
        if seat is None:
            return
        person = Player.objects.get(game=game, seat=seat).user_id
        line = http.client.HTTPConnection("127.0.0.1", next(self.lines), timeout=60)
        headers: dict[str, Any] = {"Cookie": self.cookies[person], "X-CSRFToken": "a" * 32, "HX-Request": "true"}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        sight = SIGHTS[self.moves % len(SIGHTS)].replace("GAME", str(pk))
        page = {"HX-Request": ""}
        pages = [("GET", path, None, page) for path in (f"/games/{pk}/", sight)]
        asked = [("POST", f"/games/{pk}/move/", urlencode(form, doseq=True), kind), *pages]
        for method, path, body, more in asked:
            line.request(method, path, body, headers | more)
            answer = line.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"{method} {path}: {answer.status} {form}")
        line.close()
        self.moves += 1
        sleep(PAUSE)


def session_of(person: Any) -> str:
    """Sign this person in; return the cookies of their browser."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(person.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={'a' * 32}"


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 15, int(sys.argv[2]) if len(sys.argv) > 2 else 40, *sys.argv[3:4])
