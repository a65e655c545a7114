"""Measure one server process: a move, a page and a long game, on SQLite and (where installed) on PostgreSQL.

Four people sit at a table of Buccaneer; each move is posted through the whole site (session, checks, rules, rows, notices)
and answered with the live part of the page. Goals: 15 ms a move at the 300th as at the 3rd, 30 ms a page, 5 ms to load
a game of 1,000 actions. On a shared machine, CPU time says more than wall-clock time.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
MOVES = 1000


def main() -> int:
    """Measure each database in a separate process, since settings are read once."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import servers

    with tempfile.TemporaryDirectory() as data:
        code = measure_in(data, "SQLite", {})
    if not (servers.postgres_folder() and servers.shutil.which("redis-server")):
        print("PostgreSQL: left out, it is not installed here")
        return code
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data, servers.town(Path(folder)) as env:
        return measure_in(data, "PostgreSQL", env) or code


def measure_in(data: str, title: str, env: dict[str, str]) -> int:
    command = [sys.executable, __file__, title]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT), **env}).returncode


def measure(title: str) -> None:
    """Play a long game through the test client and print the times."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    table = Table()
    early = table.play(60)[3:]
    table.play(240)
    late = table.play(60)
    pages = [table.page() for _ in range(60)]
    table.play(MOVES - 360)
    show(title, "a move with its part of the page, at the 3rd", early)
    show(title, "a move with its part of the page, at the 300th", late)
    show(title, "the page of the table", pages)
    weigh(title, "an answer to a move", table.weights)
    weigh(title, "the page of the table", table.weights_of_pages)
    show(title, f"loading a game of {table.number} actions", [table.load() for _ in range(60)])
    show(title, f"the table as it was, of {table.number} actions", [table.back() for _ in range(60)])


class Took(NamedTuple):
    """Wall-clock seconds, and this process's CPU seconds."""

    wall: float
    cpu: float


def timed(work: Callable[[], Any]) -> tuple[Any, Took]:
    """Return the result of the call and its time."""
    wall, cpu = perf_counter(), process_time()
    done = work()
    return done, Took(perf_counter() - wall, process_time() - cpu)


def show(title: str, row: str, took: list[Took]) -> None:
    wall = sorted(one.wall * 1000 for one in took)
    cpu = median(one.cpu for one in took) * 1000
    print(f"{title:<11} {row:<52} {median(wall):6.1f} ms median, {wall[int(len(wall) * 0.95)]:6.1f} ms p95, {cpu:6.1f} ms CPU")


def weigh(title: str, row: str, weights: list[int]) -> None:
    weights = sorted(weights)
    print(f"{title:<11} {row:<52} {median(weights):6.0f} bytes on the wire, median; {weights[int(len(weights) * 0.95)]:6.0f} p95")


def on_the_wire(content: bytes) -> int:
    """Return the number of bytes after the site's compression."""
    return len(zlib.compress(content, 6))


def next_form(game: Any, chance: random.Random) -> tuple[int | None, dict[str, Any]]:
    """Return a seat that is asked, and any legal answer as its form; (None, {}) if the game is over."""
    from games.engine.random_play import random_bot
    from games.queries.past import state_at

    decisions = game.rules.decisions(state_at(game, game.number))
    waiting = next((decision for decision in decisions if not decision.optional), None)
    if waiting is None:
        return None, {}
    mine = [decision for decision in decisions if decision.seat == waiting.seat]
    action = random_bot(None, mine, chance.randrange)
    form = {"seen": game.number, "decision": action.decision, "sure": "yes"}
    paired = isinstance(action.answer, tuple) and action.answer and isinstance(action.answer[0], tuple)
    return waiting.seat, form | (dict(zip(("give", "take"), action.answer, strict=True)) if paired else {"answer": action.answer})


class Table:
    """Four people, each with a browser, who play any legal action."""

    def __init__(self):
        from django.contrib.auth import get_user_model
        from django.test import Client

        from games.tables import lobby

        self.chance = random.Random(4)
        people = [get_user_model().objects.create_user(email=f"b{n}@example.org", name=f"Bench {n}") for n in range(4)]
        game = lobby.create(people[0], "buccaneer", {"round_limit": 500}, seats=4)
        for person in people[1:]:
            lobby.join(game.pk, person, token=game.join_token)
        self.pk, self.clients, self.pages = game.pk, {}, {}
        self.weights: list[int] = []
        self.weights_of_pages: list[int] = []
        for player in game.players.select_related("user"):
            client = Client(headers={"HX-Request": "true"}, SERVER_NAME="localhost")
            client.force_login(player.user, backend="accounts.backends.AuthenticationBackend")
            self.clients[player.seat] = client

    @property
    def game(self):
        from games.models import Game

        return Game.objects.get(pk=self.pk)

    @property
    def number(self) -> int:
        return self.game.number

    def play(self, moves: int) -> list[Took]:
        """Post this number of moves; return the time of each."""
        took = []
        for _ in range(moves):
            seat, form = next_form(self.game, self.chance)
            if seat is None:
                break
            request = {"data": urlencode(form, doseq=True), "content_type": "application/x-www-form-urlencoded"}  # as htmx sends it
            here = self.pages.get(seat, {})
            answer, spent = timed(partial(self.clients[seat].post, f"/games/{self.pk}/move/", **request, headers=here))
            took.append(spent)
            self.weights.append(on_the_wire(answer.content))
            parts = " ".join(re.findall(r'data-part="(\w+)"', answer.content.decode()))
            self.pages[seat] = {"Seen-Move": str(form["seen"] + 1), "Page-Parts": parts}  # as static/js/live.js sends them
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


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1]) if len(sys.argv) > 1 else main())
