"""A scratch site for benchmarks: its database, people, tables, sessions and moves, and the resources that processes use."""

import os
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

import servers

TICK = os.sysconf("SC_CLK_TCK")
TOKEN = "a" * 32
"""The CSRF token of everyone."""
WEB = [sys.executable, "-m", "uvicorn", "buccaneer_site.asgi:application", "--lifespan", "off", "--no-access-log", "--log-level", "error"]


@contextmanager
def site(*, over_postgres: bool = False, postgres: dict[str, str] | None = None, **env: str) -> Iterator[Path]:
    """Make a site with a new database in this process, and yield its folder. Raise SystemExit where a server is not installed."""
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
    """Make people with confirmed addresses."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model

    people = [get_user_model().objects.create_user(email=f"{prefix}-{n}@example.org", name=f"{prefix} {n}") for n in range(count)]
    for person in people:
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return people


def new_game(people: list[Any], slug: str = "buccaneer", **options: Any) -> Any:
    """Start a game of these people. Games of Buccaneer last for 500 rounds, so that a bench does not reach their end."""
    from games.tables import lobby

    options = options or ({"round_limit": 500} if slug == "buccaneer" else {})
    game = lobby.create(people[0], slug, options, seats=len(people))
    for person in people[1:]:
        lobby.join(game.pk, person, token=game.join_token)
    return game


def session_of(person: Any) -> str:
    """Sign this person in; return the cookies of their browser."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(person.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


def next_form(game: Any, chance: random.Random) -> tuple[int | None, dict[str, Any]]:
    """Return a seat that is asked, and any legal answer as its form; (None, {}) if the game is over."""
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


def used(pid: int) -> float:
    """Return the CPU seconds of a process, its finished children and its running ones; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15])) / TICK + sum(used(int(child)) for child in children)


def database_cpu() -> float:
    """Return the milliseconds of CPU that the database has spent for this connection."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def memory(pid: int) -> tuple[float, float]:
    """Return a process's resident memory (RSS), and its proportional share of it (PSS), in megabytes."""
    sizes = dict(line.split(":") for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    rss, pss = (int(sizes[name].split()[0]) / 1024 for name in ("Rss", "Pss"))
    return rss, pss
