"""Measure the cost of a large site's pages and sweeps, for bench/million.py."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from _million_fill import FIRST_GAME, FIRST_PERSON, PUBLIC
from _site import database_cpu
from celery import current_app
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import tasks as people
from games.agreements import agreed_ends, votes
from games.deadlines import heartbeat, holding
from games.matchmaking import seeks
from games.models import Counted
from games.moderation import reports
from games.storage import archive, prepared
from games.tables import housekeeping, starting
from games.timeouts import sweeping
from leagues import tasks as leagues
from leagues.services import rating
from notifications import backlog, claims, home, purging
from notifications.inbound import processing

BACKEND = "accounts.backends.AuthenticationBackend"
WARM, RUNS = 7, 9
"""Runs before a statement gets its final plan, and the runs that count."""
MOST_CPU, MOST_QUERIES, MOST_STATEMENT = 40.0, 20, 20.0
GOALS = f"a page {MOST_CPU:.0f} ms of CPU and {MOST_QUERIES} queries, a statement of a sweep {MOST_STATEMENT:.0f} ms"
EXPLAINED = ("SELECT", "UPDATE", "DELETE", "WITH")


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
    answer: str
    is_page: bool

    @property
    def slowest(self) -> float:
        return max((statement.ms for statement in self.statements), default=0.0)

    def __str__(self) -> str:
        return (
            f"{self.title[:52]:<52} {self.answer[:4]:<4} {len(self.statements):>3} queries, CPU {self.web:6.1f} ms"
            f" + {self.database:6.1f} ms in the database, slowest statement {self.slowest:6.1f} ms{'' if self.is_good else '   MISSED'}"
        )

    @property
    def is_good(self) -> bool:
        """Whether the goals are reached."""
        if not self.is_page:
            return self.slowest <= MOST_STATEMENT
        return self.web + self.database <= MOST_CPU and len(self.statements) <= MOST_QUERIES and self.answer[:1] in "23"


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


def cost_of(title: str, work: Callable[[], Any], before: Callable[[], Any] = lambda: None, is_page: bool = False) -> Cost:
    """Measure, print and return the cost per run; `before` is called before each run and not measured."""
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
    cost = Cost(title, median(run[0] for run in counted), median(run[1] for run in counted), statements, str(answer), is_page)
    print(cost, flush=True)
    return cost


# -- pages ---------------------------------------------------------------------------------------------
OWN = """
    / /lobby/ /my/ /my/?only=running&page=5 /my/?only=over /my/waiting/ /next/ /next/?after={own} /games/{own}/ /games/{own}/clock/
    /games/{own}/history/ /games/{own}/history/2/ /games/{own}/orders/ /games/{own}/notes/ /games/{own}/rules/ /games/{own}/ledger/
    /games/{public}/ /games/{ended}/ /games/{ended}/story/ /games/{ended}/record/ /games/{ended}/film/ /games/{ended}/film/100/
    /games/{ended}/history/ /games/{ended}/history/100/ /games/{ended}/clock/ /captains/{me}/ /captains/{other}/ /friends/ /find-players/
    /blocks/ /leave/ /tables/new/ /tables/new/buccaneer/ /rules/ /rules/buccaneer/ /ratings/ /ratings/buccaneer/ /ratings/of/{other}/
    /ratings/buccaneer/{other}/ /leagues/ /records/ /letters/ /account/profile/ /account/keys/
"""
NO_ACCOUNT = "/ /lobby/ /lobby/feed/ /games/{public}/ /games/{public}/feed/ /games/{ended}/ /ratings/buccaneer/ /readyz"
EMPTY_CACHE = "/lobby/ /captains/{other}/ /games/{ended}/story/"
STAFF = """
    /admin/ /admin/games/game/ /admin/games/game/?status__exact=running /admin/games/game/?status__exact=stuck
    /admin/games/game/?ruleset=piracy&p=2 /admin/games/game/?q=captain+1050 /admin/games/game/?q=10500 /admin/games/game/{own}/change/
    /admin/games/player/ /admin/games/player/?q=c10500@example.org /admin/games/wait/ /admin/games/wait/?q=10500 /admin/games/fault/
    /admin/accounts/user/ /admin/accounts/user/?q=10500 /admin/accounts/user/?q=captain+105 /admin/accounts/user/?is_guest__exact=1
    /admin/accounts/user/{me}/change/ /admin/notifications/delivery/ /admin/notifications/delivery/?state__exact=pending
    /admin/notifications/delivery/?state__exact=failed /admin/notifications/delivery/?q=c10500@example.org
    /admin/notifications/stop/add/ /admin/account/emailaddress/ /admin/account/emailaddress/?q=c10500@example.org
"""


def pages(games: int) -> Iterator[Cost]:
    """Measure the pages of a person with 500 games, of a spectator, and of staff."""
    own, public, ended = prepared.games_waiting(FIRST_PERSON)[0], FIRST_GAME + 3 * PUBLIC, FIRST_GAME + games
    numbers = {"own": own, "public": public, "ended": ended, "me": FIRST_PERSON, "other": FIRST_PERSON + 7}
    archive.pack(ended)  # pages of an ended game are those of an archived one
    host = get_user_model().objects.create_superuser("staff@example.org", name="Staff of the bench")
    reader, nobody, staff = (Client(raise_request_exception=False, SERVER_NAME="localhost") for _ in range(3))
    reader.force_login(get_user_model().objects.get(pk=FIRST_PERSON), backend=BACKEND)
    staff.force_login(host, backend=BACKEND)
    for client in (reader, nobody):
        count_figures(client, numbers)
    for title, client, paths, before in (
        ("{}", reader, OWN, lambda: None),
        ("no account: {}", nobody, NO_ACCOUNT, lambda: None),
        ("{} with an empty cache", reader, EMPTY_CACHE, cache.clear),
        ("{}", staff, STAFF, lambda: None),
    ):
        for path in paths.split():
            page = partial(client.get, path.format(**numbers))
            yield cost_of(title.format(path), lambda page=page: page().status_code, before, is_page=True)
    host.delete()


def count_figures(client: Client, numbers: dict[str, int]) -> None:
    """Load pages with records, and recount the outdated ones, as a worker would."""
    cache.clear()
    current_app.conf.task_always_eager = True
    for path in ("/lobby/", "/friends/", "/captains/{me}/", "/captains/{other}/"):
        client.get(path.format(**numbers))
    current_app.conf.task_always_eager = False


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
    now = timezone.now()
    return {
        "heartbeat": heartbeat.beat, "outages": lambda: list(heartbeat.owed()),
        "due waits": lambda: len(sweeping.due_waits(now)), "due waits, many": lambda: len(sweeping.due_waits(now + timedelta(hours=1))),
        "agreed ends": lambda: agreed_ends.call_due(now), "votes": lambda: votes.close_expired(),
        "ready checks": starting.close_due_ready_checks,
        "open seats": lambda: housekeeping.close_open_seats(now), "games too new": lambda: len(list(holding.numbers_to_hold(now))),
        "matchmaking": seeks.pair_seeks, "old searches": seeks.end_old, "idle tables": lambda: len(housekeeping.quiet_tables(now)[:200]),
        "what stands still": housekeeping.problems, "old reports": reports.forget_old, "leases": claims.release_lost,
        "next letters": lambda: claims.Ahead().read(), "the post": backlog.of_the_post, "what the post forgets": purging.purge,
        "letters in, proved": lambda: processing.read_lane(True), "home": home.remember_home, "tallies": people.forget_tallies,
        "guests who stay away": people.forget_guests, "sessions that have ended": people.forget_sessions,
        "what the lobby shows": count_all_again, "games to archive": lambda: archive.old()[:20].count(),
        "archiving five games": lambda: [archive.pack(pk) for pk in archive.old()[:5]],
        "seasons": leagues.sweep, "ratings": lambda: rating.catch_up("buccaneer"),
    }  # fmt: skip


def count_all_again() -> None:
    """Recount all figures that are stored for pages."""
    Counted.objects.update(at=timezone.now() - timedelta(days=1))
    housekeeping.count_again(list(Counted.objects.values_list("key", flat=True)))


# -- plans ---------------------------------------------------------------------------------------------
def print_plans(costs: Iterable[Cost]) -> None:
    """Print PostgreSQL's plan of each statement once, with the page or sweep that runs it first."""
    statements = {statement.sql: (cost.title, statement) for cost in reversed(list(costs)) for statement in cost.statements}
    with connection.cursor() as cursor:
        for title, statement in reversed(statements.values()):
            if statement.sql.lstrip().upper().startswith(EXPLAINED):
                cursor.execute(f"EXPLAIN {statement.sql}", statement.parameters)
                print(title, statement.sql[:200], *(line for (line,) in cursor.fetchall()), sep="\n  ")
