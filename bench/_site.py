"""Code that benches share: a scratch site, its people, tables and moves, other programs, and the resource use of processes."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

import servers

TICK = os.sysconf("SC_CLK_TCK")
TOKEN = "a" * 32
"""The CSRF token of every person."""
WEB = [sys.executable, "-m", "uvicorn", "buccaneer_site.asgi:application", "--lifespan", "off", "--no-access-log", "--log-level", "error"]


@contextmanager
def site(*, over_postgres: bool = False, postgres: dict[str, str] | None = None, **env: str) -> Iterator[Path]:
    """Set up a site with a new database in this process, and yield its folder. Raise SystemExit if a server is not installed."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"BUCCANEER_DATA": name, "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings", "PYTHONPATH": str(ROOT), **env}
        if not over_postgres:
            set_up()
            yield folder
            return
        if not (servers.postgres_folder() and shutil.which("redis-server")):
            print("left out: PostgreSQL or Redis is not installed here")
            raise SystemExit(0)
        with servers.town(folder, **(postgres or {})) as town:
            os.environ |= town | env
            set_up()
            yield folder


def set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def new_people(prefix: str, count: int) -> list[Any]:
    """Create people with confirmed e-mail addresses."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model

    people = [get_user_model().objects.create_user(email=f"{prefix}-{n}@example.org", name=f"{prefix} {n}") for n in range(count)]
    for person in people:
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return people


def new_game(people: list[Any], slug: str = "buccaneer", **about: Any) -> Any:
    """Start a game with these people. Games of Buccaneer last for 500 rounds, so that no bench reaches their end."""
    from games.tables import lobby

    options = {"round_limit": 500} if slug == "buccaneer" else {}
    game = lobby.create(people[0], slug, **{"options": options, "seats": len(people)} | about)
    for person in people[1:]:
        lobby.join(game.pk, person, token=game.join_token)
    return game


def play_one(game: Any, chance: random.Random) -> None:
    """Play a random legal action in this process."""
    from games.engine.random_play import next_action, random_bot
    from games.play import acting
    from games.queries.past import state_at

    state = state_at(game, game.number)
    acting.act(game.pk, next_action(game.rules, state, [random_bot] * game.seats, chance.randrange), game.number)
    game.refresh_from_db()


def session_of(person: Any) -> str:
    """Sign this person in; return the Cookie header of their browser."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(person.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


def next_form(game: Any, chance: random.Random) -> tuple[int | None, dict[str, Any]]:
    """Return a seat that must answer, and a random legal answer as form fields; (None, {}) if the game is over."""
    from games.engine.random_play import random_bot
    from games.queries.past import state_at

    decisions = game.rules.decisions(state_at(game, game.number))
    waiting = next((decision for decision in decisions if not decision.optional), None)
    if waiting is None:
        return None, {}
    action = random_bot(None, [decision for decision in decisions if decision.seat == waiting.seat], chance.randrange)
    form = {"seen": game.number, "decision": action.decision, "sure": "yes"}
    paired = isinstance(action.answer, tuple) and action.answer and isinstance(action.answer[0], tuple)
    return waiting.seat, form | (dict(zip(("give", "take"), action.answer, strict=True)) if paired else {"answer": action.answer})


def page_headers(form: dict[str, Any], answer: str) -> dict[str, str]:
    """Return the headers that static/js/live.js sends with the next move: the last move that the page shows, and the parts of the page."""
    return {"Seen-Move": str(form["seen"] + 1), "Page-Parts": " ".join(re.findall(r'data-part="(\w+)"', answer))}


class Table:
    """One game that is played over HTTP, with a browser for each seat. Raises SystemExit for any status but 200."""

    def __init__(self, game: Any, port: int):
        self.pk, self.port, self.pages = game.pk, port, dict[int, dict[str, str]]()
        self.cookies = {player.seat: session_of(player.user) for player in game.players.select_related("user")}
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def move(self, seat: int, form: dict[str, Any]) -> None:
        """Post a move as htmx does."""
        head = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"} | self.pages.get(seat, {})
        self.pages[seat] = page_headers(form, self.ask("POST", f"/games/{self.pk}/move/", seat, urlencode(form, doseq=True), head))

    def page(self, seat: int = 0, path: str = "") -> None:
        self.ask("GET", path or f"/games/{self.pk}/", seat, None, {})

    def ask(self, method: str, path: str, seat: int, body: str | None, head: dict[str, str]) -> str:
        self.connection.request(method, path, body, {"Cookie": self.cookies[seat], "X-CSRFToken": TOKEN} | head)
        answer = self.connection.getresponse()
        text = answer.read().decode(errors="replace")
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {body}")
        return text


class Program:
    """A process that answers each line of JSON with a line of JSON."""

    def __init__(self, command: list[Any], **options: Any):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)

    def __call__(self, *given: Any) -> Any:
        print(json.dumps(given), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def end(self) -> None:
        self.process.communicate()


class Took(NamedTuple):
    """The wall-clock time and this process's CPU time of a call, in seconds."""

    wall: float
    cpu: float


def timed(work: Callable[[], Any]) -> tuple[Any, Took]:
    """Return the result of the call, and the time that it took."""
    wall, cpu = perf_counter(), process_time()
    result = work()
    return result, Took(perf_counter() - wall, process_time() - cpu)


def used(pid: int) -> float:
    """Return the CPU time, in seconds, of a process and its finished and running children; 0 if the process has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15])) / TICK + sum(used(int(child)) for child in children)


def database_cpu() -> float:
    """Return the CPU time, in milliseconds, that the database server has spent on this connection."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def memory(pid: int) -> tuple[float, float]:
    """Return a process's resident memory (RSS), and its proportional share of it (PSS), in megabytes."""
    sizes = dict(line.split(":") for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    rss, pss = (int(sizes[name].split()[0]) / 1024 for name in ("Rss", "Pss"))
    return rss, pss
