"""Measure the clock on PostgreSQL with a million running games: find what is due, and play for players out of time.

Goals: the sweep finds 1,000 due waits in under 20 ms (median) by an index; one worker performs at least 150 expiries for each second of
its own CPU time; looking for open seats and for what the post forgets does not take longer with more games. Beside what is found
stands what it was at a42fc8a (22 November 2026, as measured for issue 16 with a million games, on a machine of two cores).

BENCH_GAMES=3000 fills in fewer games.
"""

import os
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
DUE = 1000
EXPIRIES = 320
THEN = {"expiries": "39 to 55", "open seats": "584 ms", "what the post forgets": "434 ms"}
"""Figures at a42fc8a."""


def main() -> int:
    """Measure in a separate process, since settings are read once."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import servers

    if not (servers.postgres_folder() and servers.shutil.which("redis-server")):
        print("clocks: left out, PostgreSQL or Redis is not installed here")
        return 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data, servers.town(Path(folder)) as env:
        command = [sys.executable, __file__, "measure"]
        found = {**os.environ, "BUCCANEER_DATA": data, "PYTHONPATH": str(ROOT), **env}
        return subprocess.run(command, cwd=ROOT, env=found).returncode


def measure() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "buccaneer_site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from buccaneer_site.celery import app

    call_command("migrate", verbosity=0)
    app.conf.task_always_eager = False
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start: what others do here slows wall time, CPU time less")
    fill()
    find()
    end_with_time()
    expire()


def fill() -> None:
    """Create a million running games with one open wait each, a thousand of them due. The database writes them itself."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO games_game (ruleset, version, options, name, open_to_all, join_token, seats, pace, clock, status, commitment,
                 number,
                 first, round, turn, scores, last_moves, undo_depth, created_at, is_rated)
               SELECT 'buccaneer', 1, '{}', 'Bench', false, 'bench-' || n, 2, 172800, '{}', 'running', '', 0,
                 0, 1, 0, '[]', '[]', 0, now(), true
               FROM generate_series(1, %s) n""",
            [GAMES],
        )
        cursor.execute(
            """INSERT INTO games_wait (game_id, seat, turn_key, decision, since_number, asked_at, allowance, patience,
                 used_before, reminded, due_at, next_at, next_step, failures, closed_by)
               SELECT id, 0, '1:0:turn', 'sail', 0, now() - interval '1 day', 172800, 43200, 0, 0, now() + interval '1 day',
                 CASE WHEN id %% (%s / %s) = 0 THEN now() - interval '1 minute' ELSE now() + interval '1 day' END, 'remind1', 0, ''
               FROM games_game WHERE name = 'Bench'""",
            [GAMES, DUE],
        )
        cursor.execute("ANALYZE")


def find() -> None:
    """Measure how long the sweep searches, and print the query plan."""
    from django.utils import timezone

    from games.models import Wait
    from games.timeouts import sweeping

    sweeping.BATCH = DUE
    took, busy = [], []
    for _ in range(30):
        start, own = perf_counter(), process_time()
        due = sweeping.due_waits(timezone.now())
        took.append((perf_counter() - start) * 1000)
        busy.append((process_time() - own) * 1000)
    print(f"{GAMES} games: {len(due)} due waits found in {median(took):.1f} ms median, {min(took):.1f} to {max(took):.1f} ms;", end=" ")
    print(f"{median(busy):.1f} ms of that the sweep's own CPU time")
    plan = sweeping.due_query(timezone.now()).explain()
    print(f"plan uses the index of what comes next: {'wait_next' in plan}; rows of waits: {Wait.objects.count()}")


def fill_seats_and_notices() -> None:
    """Write a seat and a notice for each game of the bench."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO games_player (game_id, seat, bot, own_name, place, resigned, mode, strikes, strikes_running, gifts, ready,
                 former_had, joined_at)
               SELECT id, 0, '', '', '', false, 'present', 0, 0, 0, false, '{}', now() FROM games_game WHERE name = 'Bench'"""
        )
        cursor.execute(
            """INSERT INTO notifications_notice (kind, address, key, facts, not_before, created_at)
               SELECT 'turn', '', 'bench:' || n, '{}', now(), now() FROM generate_series(1, %s) n""",
            [GAMES],
        )
        cursor.execute("ANALYZE")


def end_with_time() -> None:
    """Measure the search for expired open seats and for letters to purge, when there are none."""
    from django.utils import timezone

    from games.tables import housekeeping
    from notifications import purging

    fill_seats_and_notices()
    for name, look in (
        ("open seats", lambda: housekeeping.close_open_seats(timezone.now())),
        ("what the post forgets", lambda: purging.purge()),
    ):
        took = []
        for _ in range(10):
            start = perf_counter()
            look()
            took.append((perf_counter() - start) * 1000)
        print(f"{GAMES} games: {name} looked for in {median(took):.1f} ms median, {min(took):.1f} to {max(took):.1f} ms", end=" ")
        print(f"(goal: no longer with more games; then {THEN[name]} with a million)")


def expire() -> None:
    """Measure one worker that plays for captains who have timed out, in real games."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from games.models import Game, Wait
    from games.tables import lobby
    from games.timeouts import sweeping

    captains = [get_user_model().objects.create_user(email=f"c{n}@example.org", name=f"Clock {n}") for n in range(EXPIRIES + 1)]
    games = []
    for owner in captains[1:]:  # otherwise the hourly limit on tables applies
        game = lobby.create(owner, "buccaneer", seats=2)
        lobby.join(game.pk, captains[0], token=game.join_token)
        games.append(game.pk)
    ago = timezone.now() - timedelta(days=9)
    Game.objects.filter(pk__in=games).update(started_at=ago)
    mine = Wait.objects.filter(game__in=games, closed_at=None)
    mine.update(next_step="expire", next_at=timezone.now(), asked_at=ago, seen_at=ago, due_at=ago + timedelta(days=2), overdue_at=ago)
    due = list(mine.values_list("pk", "next_at"))
    batches = [dict(due[first : first + sweeping.TOGETHER]) for first in range(0, len(due), sweeping.TOGETHER)]
    sweeping.do_steps(batches.pop())  # a process's first steps also import code
    start, busy = perf_counter(), process_time()
    done = sum(sweeping.do_steps(batch) for batch in batches)
    took, busy = perf_counter() - start, process_time() - busy
    print(f"{done} expiries of Buccaneer in one worker: {done / took:.0f} a second, {done / busy:.0f} for each second", end=" ")
    print(f"of its own CPU time (goal 150; then {THEN['expiries']})")


if __name__ == "__main__":
    sys.exit(measure() if len(sys.argv) > 1 else main())
