"""Measure PostgreSQL with a million running games: the cost and plans of pages, sweeps and admin pages.

The games are copies of real ones (`_million_fill.py`), in two sizes, to show what grows: `BENCH_GAMES`, and a tenth of it.
`python bench/million.py plans` also prints the plan of each statement. With the settings of a town, `python bench/million.py here 20000`
fills its database, if it is empty, and measures there. A million games take 11 GB, 12 to 18 minutes to fill in and 5 to measure.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "buccaneer_site.settings")

import django
import servers

django.setup()

from _million_fill import FIRST_GAME, FIRST_PERSON, PUBLIC, Size, fill
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from games.models import Game

GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
MEMORY = {"shared_buffers": "2GB", "max_wal_size": "8GB"}
"""As a server of that size would have: PostgreSQL recommends a quarter of the memory."""
BACKEND = "accounts.backends.AuthenticationBackend"
WARM, RUNS = 7, 9
"""Runs before a statement gets its final plan, and the runs that count."""
MOST_CPU, MOST_QUERIES, MOST_STATEMENT = 40.0, 20, 20.0
"""The goals: milliseconds of CPU and queries of a page, milliseconds of a statement of a sweep."""


EXPLAINED = ("SELECT", "UPDATE", "DELETE", "WITH")
TABLE = re.compile(r'(?:FROM|JOIN|UPDATE) "(\w+)"')
MANY = 20_000
"""Rows from which a sequential scan of a table is marked."""


def main() -> int:
    """Fill and measure two sizes, each in a separate process and town."""
    if not (servers.postgres_folder() and servers.shutil.which("redis-server")):
        print("million: left out, PostgreSQL or Redis is not installed here")
        return 0
    return max(in_town(games) for games in (GAMES // 10, GAMES))


def in_town(games: int) -> int:
    """Fill and measure one size in a separate town. Return the exit code."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data, servers.town(Path(folder), **MEMORY) as env:
        command = [sys.executable, __file__, "here", str(games), *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env={**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT), **env}).returncode


def here(games: int) -> int:
    """Fill the current database if it is empty, and measure it. Return 1 if a goal was missed."""
    size = Size(games)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not Game.objects.filter(pk=FIRST_GAME).exists():
        start = perf_counter()
        fill(size)
        print(f"{games} games filled in within {perf_counter() - start:.0f} s", flush=True)
    print(f"goals: a page {MOST_CPU:.0f} ms of CPU and {MOST_QUERIES} queries, a statement of a sweep {MOST_STATEMENT:.0f} ms")
    costs, missed = [], False
    for is_page, costs_of_kind in ((True, pages(size)), (False, sweeps())):
        for cost in costs_of_kind:
            good = cost.is_good_page if is_page else cost.is_good_sweep
            missed, costs = missed or not good, [*costs, cost]
            print(f"{cost}{'' if good else '   MISSED'}", flush=True)
    if "plans" in sys.argv:
        for title, lines in plans_of(costs):
            print(title, *lines, sep="\n  ")
    return int(missed)


class Statement(NamedTuple):
    """An executed statement, with its parameters and wall-clock milliseconds."""

    sql: str
    parameters: Any
    ms: float


class Cost(NamedTuple):
    """The cost of one page or sweep: CPU milliseconds of this process and of the database (medians), and its statements."""

    title: str
    web: float
    database: float
    statements: list[Statement]
    answer: str = ""

    @property
    def slowest(self) -> float:
        return max((statement.ms for statement in self.statements), default=0.0)

    def __str__(self) -> str:
        return (
            f"{self.title[:52]:<52} {self.answer[:4]:<4} {len(self.statements):>3} queries, CPU {self.web:6.1f} ms"
            f" + {self.database:6.1f} ms in the database, slowest statement {self.slowest:6.1f} ms"
        )

    @property
    def is_good_page(self) -> bool:
        return self.web + self.database <= MOST_CPU and len(self.statements) <= MOST_QUERIES and self.answer[:1] in "23"

    @property
    def is_good_sweep(self) -> bool:
        return self.slowest <= MOST_STATEMENT


@contextmanager
def watched() -> Iterator[list[Statement]]:
    """Yield the list of all statements executed in this block."""
    statements: list[Statement] = []

    def run(execute: Callable, sql: str, parameters: Any, many: bool, context: dict) -> Any:
        start = perf_counter()
        try:
            return execute(sql, parameters, many, context)
        finally:
            statements.append(Statement(sql, parameters, (perf_counter() - start) * 1000))

    with connection.execute_wrapper(run):
        yield statements


def database_cpu() -> float:
    """Return the milliseconds of CPU that the database has spent for this connection."""
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def cost_of(title: str, work: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> Cost:
    """Return the cost of one of several runs; `before` is called ahead of each and not counted."""
    runs: list[tuple[float, float, list[Statement]]] = []
    for _ in range(WARM + RUNS):
        before()
        spent, own = database_cpu(), process_time()
        with watched() as run_statements:
            answer = work()
        runs.append(((process_time() - own) * 1000, database_cpu() - spent, run_statements))
    counted = runs[WARM:]
    last = counted[-1][2]
    quickest = [min(run[2][n].ms for run in counted if n < len(run[2])) for n in range(len(last))]
    statements = [statement._replace(ms=ms) for statement, ms in zip(last, quickest, strict=True)]
    return Cost(title, median(run[0] for run in counted), median(run[1] for run in counted), statements, str(answer))


# -- pages ---------------------------------------------------------------------------------------------
def pages(size: Size) -> Iterator[Cost]:
    """Measure the pages of a person with 500 games, of a spectator, and of staff."""
    from games.storage import archive

    archive.pack(FIRST_GAME + size.games)  # pages of an ended game are those of an archived one
    reader = get_user_model().objects.get(pk=FIRST_PERSON)
    client, nobody = Client(raise_request_exception=False, SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    client.force_login(reader, backend=BACKEND)
    for browser in (client, nobody):
        count_figures(browser.get)
    for who, browser, paths in (("", client, paths_of_reader(size)), ("no account: ", nobody, paths_of_nobody(size))):
        for path in paths:
            yield cost_of(who + named(path), lambda browser=browser, path=path: browser.get(path).status_code)
    for path in ("/lobby/", f"/captains/{FIRST_PERSON + 7}/", f"/games/{FIRST_GAME + size.games}/story/"):
        yield cost_of(f"{named(path)} with an empty cache", lambda path=path: client.get(path).status_code, cache.clear)
    get_user_model().objects.filter(email="staff@example.org").delete()
    staff = get_user_model().objects.create_superuser("staff@example.org", name=f"Staff {timezone.now().timestamp()}"[:24])
    try:
        host = Client(raise_request_exception=False, SERVER_NAME="localhost")
        host.force_login(staff, backend=BACKEND)
        for path in paths_of_staff():
            yield cost_of(named(path), lambda path=path: host.get(path).status_code)
    finally:
        staff.delete()


def count_figures(look: Callable[[str], Any]) -> None:
    """Load pages with records, and recount the outdated ones, as a worker would."""
    from celery import current_app

    cache.clear()
    current_app.conf.task_always_eager = True
    for path in ("/lobby/", "/friends/", f"/captains/{FIRST_PERSON}/", f"/captains/{FIRST_PERSON + 7}/"):
        look(path)
    current_app.conf.task_always_eager = False


def named(path: str) -> str:
    """Return a path as a title that does not depend on the size."""
    return re.sub(r"(?<=/)\d{5,}(?=/)", "N", path)


def paths_of_reader(size: Size) -> list[str]:
    other, ended = FIRST_PERSON + 7, FIRST_GAME + size.games
    own, public = waiting_game(), FIRST_GAME + 3 * PUBLIC
    table = ["", "clock/", "history/", "history/2/", "orders/", "notes/", "rules/", "ledger/"]
    past = ["", "story/", "record/", "film/", "film/100/", "history/", "history/100/", "clock/"]
    return [
        "/", "/lobby/", "/my/", "/my/?only=running&page=5", "/my/?only=over", "/my/waiting/", "/next/", f"/next/?after={own}",
        *(f"/games/{own}/{part}" for part in table), f"/games/{public}/", *(f"/games/{ended}/{part}" for part in past),
        f"/captains/{FIRST_PERSON}/", f"/captains/{other}/", "/friends/", "/find-players/", "/blocks/", "/leave/", "/tables/new/",
        "/tables/new/buccaneer/", "/rules/", "/rules/buccaneer/", "/ratings/", "/ratings/buccaneer/", f"/ratings/of/{other}/",
        f"/ratings/buccaneer/{other}/", "/leagues/", "/records/", "/letters/", "/account/profile/", "/account/keys/",
    ]  # fmt: skip


def paths_of_nobody(size: Size) -> list[str]:
    public, ended = FIRST_GAME + 3 * PUBLIC, FIRST_GAME + size.games
    return [
        "/",
        "/lobby/",
        "/lobby/feed/",
        f"/games/{public}/",
        f"/games/{public}/feed/",
        f"/games/{ended}/",
        "/ratings/buccaneer/",
        "/readyz",
    ]


STAFF = """
    /admin/ /admin/games/game/ /admin/games/game/?status__exact=running /admin/games/game/?status__exact=stuck
    /admin/games/game/?ruleset=piracy&p=2 /admin/games/game/?q=captain+1050 /admin/games/game/?q=10500 /admin/games/game/GAME/change/
    /admin/games/player/ /admin/games/player/?q=c10500@example.org /admin/games/wait/ /admin/games/wait/?q=10500 /admin/games/fault/
    /admin/accounts/user/ /admin/accounts/user/?q=10500 /admin/accounts/user/?q=captain+105 /admin/accounts/user/?is_guest__exact=1
    /admin/accounts/user/PERSON/change/ /admin/notifications/delivery/ /admin/notifications/delivery/?state__exact=pending
    /admin/notifications/delivery/?state__exact=failed /admin/notifications/delivery/?q=c10500@example.org
    /admin/notifications/stop/add/ /admin/account/emailaddress/ /admin/account/emailaddress/?q=c10500@example.org
"""


def paths_of_staff() -> list[str]:
    return STAFF.replace("GAME", str(waiting_game())).replace("PERSON", str(FIRST_PERSON)).split()


def waiting_game() -> int:
    """Return the number of a game that waits for the reader."""
    from games.storage import prepared

    return prepared.games_waiting(FIRST_PERSON)[0]


# -- sweeps --------------------------------------------------------------------------------------------
def sweeps() -> Iterator[Cost]:
    """Measure the queries of sweeps, rolling back any change."""
    for title, work in parts_of_sweeps().items():
        yield cost_of(title, lambda work=work: undone(work))


def undone(work: Callable[[], Any]) -> Any:
    """Call this in a transaction that is rolled back."""
    with transaction.atomic():
        try:
            return work()
        finally:
            transaction.set_rollback(True)


def parts_of_sweeps() -> dict[str, Callable[[], Any]]:
    """Return every part of every sweep, of clocks, letters, seasons and people, by name."""
    from accounts import tasks as people
    from games.agreements import agreed_ends, votes
    from games.deadlines import heartbeat, holding
    from games.matchmaking import seeks
    from games.moderation import reports
    from games.storage import archive
    from games.tables import housekeeping, idle_tables, ready_check, watching
    from games.timeouts import sweeping
    from notifications import backlog, claims, home, purging
    from notifications.inbound import lanes

    now = timezone.now()
    return {
        "heartbeat": heartbeat.beat, "outages": lambda: list(heartbeat.owed()),
        "due waits": lambda: len(sweeping.due_waits(now)), "due waits, many": lambda: len(sweeping.due_waits(now + timedelta(hours=1))),
        "agreed ends": lambda: agreed_ends.call_due(now), "votes": lambda: votes.close_expired(), "ready checks": ready_check.close_due,
        "open seats": lambda: housekeeping.close_open_seats(now), "games too new": lambda: len(list(holding.numbers_to_hold(now))),
        "matchmaking": seeks.pair_seeks, "old searches": seeks.end_old, "idle tables": lambda: len(idle_tables.quiet_tables(now)[:200]),
        "what stands still": watching.found, "old reports": reports.forget_old, "leases": claims.release_lost,
        "next letters": lambda: claims.Ahead().read(), "the post": backlog.of_the_post, "what the post forgets": purging.purge,
        "letters in, proved": lambda: lanes.read_lane(True), "home": home.remember_home, "tallies": people.forget_tallies,
        "guests who stay away": people.forget_guests, "sessions that have ended": people.forget_sessions,
        "what the lobby shows": count_all_again, "games to archive": lambda: archive.old()[:20].count(),
        "archiving five games": lambda: [archive.pack(pk) for pk in archive.old()[:5]],
        **parts_of_leagues(),
    }  # fmt: skip


def count_all_again() -> None:
    """Recount all figures that are stored for pages."""
    from games.models import Counted
    from games.tables import housekeeping

    Counted.objects.update(at=timezone.now() - timedelta(days=1))
    housekeeping.count_again(list(Counted.objects.values_list("key", flat=True)))


def parts_of_leagues() -> dict[str, Callable[[], Any]]:
    """Return the parts of the sweep of seasons and ratings, by name."""
    from leagues import tasks
    from leagues.services import rating

    return {"seasons": tasks.sweep, "ratings": lambda: rating.catch_up("buccaneer")}


# -- plans ---------------------------------------------------------------------------------------------
def plan_of(statement: Statement) -> str:
    """Return the plan of a statement in one line; "" without one."""
    if not statement.sql.lstrip().upper().startswith(EXPLAINED):
        return ""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement.sql}", statement.parameters)
        plan = cursor.fetchone()[0]
    return in_short((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])


def in_short(node: dict[str, Any]) -> str:
    """Return a plan in one line: kinds of nodes with their indexes or tables, and their children in brackets."""
    below = [in_short(part) for part in node.get("Plans", ())]
    where = node.get("Index Name") or node.get("Relation Name") or ""
    is_long = node["Node Type"] == "Seq Scan" and node.get("Plan Rows", 0) + node["Total Cost"] > MANY
    mark = " (THE WHOLE TABLE)" if is_long else ""
    text = f"{node['Node Type']}{' ' + where if where else ''}{mark}"
    return f"{text} [{', '.join(below)}]" if len(below) > 1 else f"{text} > {below[0]}" if below else text


def head_of(statement: Statement) -> str:
    """Return a statement's command and its tables, each named once."""
    verb = statement.sql.lstrip().split(None, 1)[0].upper()
    return f"{verb} {', '.join(dict.fromkeys(TABLE.findall(statement.sql)))}"


def plans_of(costs: Iterable[Cost]) -> Iterator[tuple[str, list[str]]]:
    """Yield (title, plans) of each page or sweep, leaving out repeated statements."""
    seen: set[str] = set()
    for cost in costs:
        lines = []
        for statement in cost.statements:
            if statement.sql not in seen and (plan := plan_of(statement)):
                seen.add(statement.sql)
                lines.append(f"{head_of(statement)}: {plan}")
        if lines:
            yield cost.title, lines


if __name__ == "__main__":
    sys.exit(here(int(sys.argv[2])) if sys.argv[1:2] == ["here"] else main())
