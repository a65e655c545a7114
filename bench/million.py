"""Measure pages, parts of sweeps and admin pages on PostgreSQL with a million running games, and with a tenth, to show what grows.

    python bench/million.py [plans]

`BENCH_GAMES` sets the larger size. `plans` also prints the plan of each statement. A million games take 11 GB, 12 to 18 minutes to
create, and 5 minutes to measure. They are copies of games played on the site, with new primary keys, people and times.
"""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import product
from os import environ
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from _site import database_cpu, new_game, new_people, play_one, site

GAMES = environ.get("BENCH_GAMES", "1000000")
MEMORY = {"shared_buffers": "2GB", "max_wal_size": "8GB"}
"""Settings of a PostgreSQL server for so many games; its manual recommends a quarter of the memory for shared_buffers."""
SEATS, STAGES, LONG = 3, 5, 240
"""Seats of each game, running games of each edition that are copied, and the most moves of an ended game."""
READER = 10_000
"""The primary key of the first generated person, who has 500 games and whose pages are measured."""
WARM, RUNS = 7, 9
"""Runs until PostgreSQL has a final plan for each statement, and runs that are measured."""
CPU, QUERIES, STATEMENT = 40.0, 20, 20.0
"""Goals: the most CPU milliseconds and queries of a page, and the most milliseconds of one statement of a sweep."""
TABLES = {
    "games.Game": "id",
    **dict.fromkeys(("games.Player", "games.Deck", "games.Seed", "games.Move", "games.Checkpoint", "games.Wait"), "game_id"),
    **dict.fromkeys(("games.ClockEntry", "games.ChatLine"), "game_id"),
    "games.Hand": "(SELECT game_id FROM games_player WHERE id = player_id)",
    "notifications.Notice": "(facts->>'game')::int",
    "notifications.Delivery": "(SELECT (facts->>'game')::int FROM notifications_notice WHERE id = notice_id)",
}
"""The models whose rows are copied, each with the SQL expression for the game of a row."""
PATTERNS = """
    CREATE TEMP TABLE p (game bigint, owner bigint, k bigint, heavy bool, public bool, is_new bool,
      moved timestamptz, made timestamptz, due timestamptz)"""
COPIES = """
    INSERT INTO p SELECT game, owner_id, k, n %% %(every)s = 0 AND n / %(every)s < %(heavy)s, n %% 20 = 0, %(age)s = 0,
      now() - make_interval(days => %(age)s) - interval '20 days' * spread,
      now() - make_interval(days => %(age)s + 9) - interval '20 days' * spread,
      now() - make_interval(days => %(age)s) + interval '2 days' * (spread + 0.001)
    FROM (SELECT game, owner_id, k, k * %(kinds)s + place AS n, (k * 31 + place * 7) %% 997 / 997.0 AS spread
          FROM unnest(%(patterns)s::bigint[]) WITH ORDINALITY AS g(game, place) JOIN games_game ON id = game,
               generate_series(1, %(rounds)s) k) copies"""
AFTERWARDS = """
    INSERT INTO leagues_rating (ruleset, person, user_id, value, deviation, games, last, cautious)
    SELECT ruleset, id, id, 1500 + id % 300, 80, 12, extract(epoch FROM now()), 1340 + id % 300
    FROM accounts_user, unnest(ARRAY['buccaneer', 'piracy']) ruleset WHERE id >= {reader};
    INSERT INTO leagues_ratedtable (game_id, number, ruleset, ended, people, stepped_in, "left", is_done)
    SELECT id, id, ruleset, extract(epoch FROM ended_at),
      (SELECT jsonb_agg(jsonb_build_array(user_id, seat + 1)) FROM games_player WHERE game_id = g.id), '[]', '[]', true
    FROM games_game g WHERE ended_at IS NOT NULL;
    INSERT INTO leagues_ratingevent (table_id, person, before, before_deviation, after, after_deviation, against, model)
    SELECT t.id, user_id, 1500, 80, 1510, 79, '[]', 1 FROM leagues_ratedtable t JOIN games_player p ON p.game_id = t.game_id;
    INSERT INTO games_keptaway (user_id, other_id, since)
    SELECT {reader}, {reader} + n, now() - interval '9 days' FROM generate_series(500, 520) n;
    INSERT INTO games_friendship (user_id, other_id, asked_at, agreed_at)
    SELECT {reader}, {reader} + n, now() - interval '9 days', now() - interval '9 days' FROM generate_series(1, 100) n;
    UPDATE notifications_delivery SET state = 'pending', ended_at = NULL WHERE id % 5000 = 0"""
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
SWEEPS = """
    games.deadlines.heartbeat.beat games.agreements.votes.close_expired games.tables.starting.close_due_ready_checks
    games.matchmaking.seeks.pair_seeks games.matchmaking.seeks.end_old games.tables.housekeeping.problems
    games.moderation.reports.forget_old notifications.claims.release_lost notifications.operators.letters_waiting
    notifications.purging.purge notifications.home.remember_home
    accounts.tasks.forget_tallies accounts.tasks.forget_guests accounts.tasks.forget_sessions leagues.tasks.sweep
"""
SWEEPS_OF_NOW = "games.agreements.agreed_ends.call_due games.tables.housekeeping.close_open_seats"


def main() -> int:
    """Fill and measure databases of two sizes, each in a separate process, since settings are read only once."""
    sizes = (str(int(GAMES) // 10), GAMES)
    return max(subprocess.run([sys.executable, __file__, "measure", games, *sys.argv[1:]]).returncode for games in sizes)


def measure(games: int, with_plans: bool) -> int:
    """Fill a database with games, and measure pages and sweeps. Return 1 if a goal was missed."""
    with site(over_postgres=True, postgres=MEMORY):
        start = perf_counter()
        numbers = fill(games)
        print(f"{games} games filled in within {perf_counter() - start:.0f} s")
        print(f"goals: a page {CPU:.0f} ms of CPU and {QUERIES} queries, a statement of a sweep {STATEMENT:.0f} ms", flush=True)
        costs = [*pages(numbers), *sweeps()]
        if with_plans:
            print_plans(costs)
    return int(any(not cost.is_good for cost in costs))


# -- the database --------------------------------------------------------------------------------------
def fill(games: int) -> dict[str, int]:
    """Play some games and copy them. Return the primary keys of people and games for the placeholders in page paths."""
    from django.db import connection

    from games.models import Game
    from games.rulesets import on_offer
    from notifications.models import Delivery, Notice, State

    chance, people = random.Random(12), max(1000, games // 10)
    running = [play(slug, 3 + stage, chance) for slug in sorted(on_offer()) for stage in range(STAGES)]
    ended, waiting = [play(slug, LONG, chance, end=True) for slug in sorted(on_offer())], [play(slug, 0, chance, 2) for slug in on_offer()]
    Delivery.objects.update(state=State.SENT, ended_at="2026-01-01T00:00Z")
    newest = [Notice.objects.filter(facts__game=game).order_by("-pk").values_list("pk", flat=True)[:2] for game in running + waiting]
    Notice.objects.exclude(pk__in=[pk for pks in newest for pk in pks]).delete()
    make_people(people)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # skips checks of foreign keys, which are valid by construction
        cursor.execute(PATTERNS)
        for patterns, count, age, heavy in ((running, games, 0, 400), (ended, games // 100, 200, 80), (waiting, games // 100, 0, 20)):
            given = {"patterns": patterns, "kinds": len(patterns), "rounds": max(1, count // len(patterns)), "age": age, "heavy": heavy}
            cursor.execute(COPIES, given | {"every": max(1, count // heavy)})
        copy_rows(cursor, people)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute(AFTERWARDS.format(reader=READER))
        cursor.execute("VACUUM ANALYZE")
    public = Game.objects.filter(pk__gt=max(running + ended + waiting), open_to_all=True).order_by("pk").values_list("pk", flat=True)
    shown, over = (public.filter(status=status)[0] for status in (Game.Status.RUNNING, Game.Status.OVER))
    return {"public": shown, "ended": over, "me": READER, "other": READER + 7}


def play(slug: str, moves: int, chance: random.Random, taken: int = SEATS, end: bool = False) -> int:
    """Play a public game on the site for up to `moves` random moves, and then end it if `end` is set; return its primary key."""
    from games.models import Game
    from games.play import acting
    from games.tables import chat

    members = new_people(f"pattern{Game.objects.count()}", taken)
    game = new_game(members, slug, seats=SEATS, open_to_all=True, options={})
    chat.post_line(game.pk, members[0], "A fair wind to all of you!")
    Game.objects.filter(pk=game.pk).update(open_to_all=taken < SEATS)
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING and game.number < moves:
        play_one(game, chance)
    if end and game.status == Game.Status.RUNNING:
        acting.end_as_it_stands(game.pk, "agreed")
    return game.pk


def make_people(count: int) -> None:
    from allauth.account.models import EmailAddress
    from django.contrib.auth import get_user_model

    users = get_user_model()
    numbers = range(READER, READER + count)
    users.objects.bulk_create((users(pk=n, name=f"Captain {n}", email=f"c{n}@example.org") for n in numbers), batch_size=5000)
    addresses = (EmailAddress(user_id=n, email=f"c{n}@example.org", verified=True, primary=True) for n in numbers)
    EmailAddress.objects.bulk_create(addresses, batch_size=5000)


def copy_rows(cursor: Any, people: int) -> None:
    """Copy the rows of each game listed in table `p`, with primary keys offset by a multiple of the largest original key."""
    from django.apps import apps
    from django.db.models import Max

    models = {apps.get_model(label): game for label, game in TABLES.items()}
    steps = {model: model.objects.aggregate(most=Max("pk"))["most"] or 1 for model in models}
    for model, game in reversed(models.items()):  # a table is copied before the tables that its expression reads
        table = model._meta.db_table
        new = {f'"{field.column}"': new_value(model, field, steps, people) for field in model._meta.concrete_fields}
        rows = f"p JOIN (SELECT *, {game} AS pattern FROM {table}) r ON pattern = p.game"
        only = " AND p.is_new" if table.startswith("notifications_") else ""  # a site has purged the notices of long-ended games
        cursor.execute(f"INSERT INTO {table} ({', '.join(new)}) SELECT {', '.join(new.values())} FROM {rows}{only}")
        if "id" in new:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def new_value(model: Any, field: Any, steps: dict[Any, int], people: int) -> str:
    """Return the SQL expression for a column of a copied row."""
    own = f'r."{field.column}"'
    if step := steps.get(field.related_model) or (field.primary_key and steps[model]):
        return f"{own} + p.k * {step}"
    if field.column in ("user_id", "owner_id"):
        other = f"1 + ({own} * 7919 + p.k * 104729) % {people - 1}"
        return f"{READER} + CASE WHEN {own} IS NULL THEN NULL WHEN p.heavy AND {own} = p.owner THEN 0 ELSE {other} END"
    if field.get_internal_type() == "DateTimeField":
        moment = {"due_at": "due", "next_at": "due", "created_at": "made", "started_at": "made", "joined_at": "made"}.get(
            field.name, "moved"
        )
        return f"CASE WHEN {own} IS NULL THEN NULL ELSE p.{moment} END"
    return {
        "games_game.join_token": "'million-' || p.game || '-' || p.k",
        "games_game.open_to_all": "r.open_to_all OR p.public",
        "notifications_notice.key": "r.key || ':' || p.k",
        "notifications_notice.facts": f"jsonb_set(r.facts, '{{game}}', to_jsonb(p.game + p.k * {steps[next(iter(steps))]}))",
    }.get(f"{model._meta.db_table}.{field.column}", own)


# -- costs ---------------------------------------------------------------------------------------------
class Cost(NamedTuple):
    """The cost of a page or part of a sweep: its statements (SQL, parameters, milliseconds), and whether it met its goals."""

    title: str
    statements: list[tuple[str, Any, float]]
    is_good: bool


def cost_of(title: str, work: Callable[[], Any], before: Callable[[], Any] = lambda: None, is_page: bool = False) -> Cost:
    """Run `work` repeatedly, and print and return its cost; `before` is called before each run, and is not measured."""
    from django.db import connection

    statements: list[tuple[str, Any, float]] = []

    def timed(execute: Callable, sql: str, parameters: Any, *more: Any) -> Any:
        start = perf_counter()
        try:
            return execute(sql, parameters, *more)
        finally:
            statements.append((sql, parameters, (perf_counter() - start) * 1000))

    runs = []
    for _ in range(WARM + RUNS):
        before()
        statements.clear()
        database, web = database_cpu(), process_time()
        with connection.execute_wrapper(timed):
            answer = work()
        runs.append(((process_time() - web) * 1000, database_cpu() - database, list(statements)))
    web, database = (median(run[part] for run in runs[WARM:]) for part in (0, 1))
    spans = [min(run[2][n][2] for run in runs[WARM:] if n < len(run[2])) for n in range(len(statements))]
    slowest, count = max(spans, default=0.0), len(statements)
    is_good = (web + database <= CPU and count <= QUERIES and str(answer)[0] in "23") if is_page else slowest <= STATEMENT
    cpu = f"CPU {web:6.1f} ms + {database:6.1f} ms in the database, slowest statement {slowest:6.1f} ms{'' if is_good else '   MISSED'}"
    print(f"{title[:52]:<52} {str(answer)[:4]:<4} {count:>3} queries, {cpu}", flush=True)
    return Cost(title, list(statements), is_good)


def pages(numbers: dict[str, int]) -> Iterator[Cost]:
    """Measure the pages of a person with 500 games, a visitor without an account, and staff; yield the cost of each page."""
    from celery import current_app
    from django.core.cache import cache

    from games.storage import archive, prepared

    numbers["own"] = prepared.games_waiting(READER)[0]
    archive.pack(numbers["ended"])  # so that pages of an ended game are measured for an archived game
    reader, nobody, staff = clients()
    cache.clear()
    current_app.conf.task_always_eager = True  # recounts outdated figures at once
    for client, path in product((reader, nobody), ("/lobby/", "/friends/", "/captains/{me}/", "/captains/{other}/")):
        client.get(path.format(**numbers))
    current_app.conf.task_always_eager = False
    groups = {
        "{}": (reader, OWN),
        "no account: {}": (nobody, NO_ACCOUNT),
        "{} with an empty cache": (reader, EMPTY_CACHE),
        "staff: {}": (staff, STAFF),
    }
    for title, (client, paths) in groups.items():
        for path in paths.format(**numbers).split():
            page = partial(client.get, path)
            before = cache.clear if paths is EMPTY_CACHE else lambda: None
            yield cost_of(title.format(path), lambda page=page: page().status_code, before, is_page=True)


def clients() -> list[Any]:
    """Return the browsers of a person with 500 games, a visitor without an account, and a member of staff."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    users = get_user_model().objects
    host = users.create_superuser("staff@example.org", name="Staff of the bench")
    browsers = [Client(raise_request_exception=False, SERVER_NAME="localhost") for _ in range(3)]
    for browser, user in ((browsers[0], users.get(pk=READER)), (browsers[2], host)):
        browser.force_login(user, backend="accounts.backends.AuthenticationBackend")
    return browsers


def sweeps() -> Iterator[Cost]:
    """Measure every part of every sweep, roll back its changes, and yield its cost."""
    from django.db import transaction

    def rolled_back(work: Callable[[], Any]) -> Any:
        with transaction.atomic():
            answer = work()
            transaction.set_rollback(True)
        return answer

    for title, work in parts_of_sweeps().items():
        yield cost_of(title, partial(rolled_back, work))


def parts_of_sweeps() -> dict[str, Callable[[], Any]]:
    """Return every part of the sweeps of clocks, letters, seasons and people, by name."""
    from django.utils import timezone
    from django.utils.module_loading import import_string

    from games.deadlines import heartbeat, holding
    from games.models import Counted
    from games.storage import archive
    from games.tables import housekeeping
    from games.timeouts import sweeping
    from leagues.services import rating
    from notifications import claims
    from notifications.inbound import processing

    now = timezone.now()

    def count_again() -> None:
        Counted.objects.update(at=now - timedelta(days=1))
        housekeeping.count_again(list(Counted.objects.values_list("key", flat=True)))

    parts: dict[str, Callable[[], Any]] = {path.replace("_", " "): import_string(path) for path in SWEEPS.split()}
    parts |= {path.replace("_", " "): partial(import_string(path), now) for path in SWEEPS_OF_NOW.split()}
    return parts | {
        "due waits": lambda: len(sweeping.due_waits(now)), "due waits, many": lambda: len(sweeping.due_waits(now + timedelta(hours=1))),
        "outages": lambda: list(heartbeat.owed()), "games too new": lambda: len(list(holding.numbers_to_hold(now))),
        "idle tables": lambda: len(housekeeping.quiet_tables(now)[:200]), "next letters": lambda: claims.Ahead().read(),
        "letters in, proved": lambda: processing.read_lane(True), "what the lobby shows": count_again,
        "games to archive": lambda: archive.old()[:20].count(), "ratings": lambda: rating.catch_up("buccaneer"),
        "archiving five games": lambda: [archive.pack(pk) for pk in archive.old()[:5]],
    }  # fmt: skip


def print_plans(costs: list[Cost]) -> None:
    """Print PostgreSQL's plan of each statement once, after the name of the first page or sweep that runs the statement."""
    from django.db import connection

    shown = set()
    with connection.cursor() as cursor:
        for cost in costs:
            for sql, parameters, _ in cost.statements:
                if sql not in shown and sql.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
                    cursor.execute(f"EXPLAIN {sql}", parameters)
                    print(cost.title, sql[:200], *(line for (line,) in cursor.fetchall()), sep="\n  ")
                    shown.add(sql)


if __name__ == "__main__":
    sys.exit(measure(int(sys.argv[2]), "plans" in sys.argv) if sys.argv[1:2] == ["measure"] else main())
