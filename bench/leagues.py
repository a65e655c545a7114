"""Measure a season of 1,000 people: its draw, one division's page, all standings again, and the ratings of 100,000 games.

Goals: 30 s, 15 ms, 5 s, 60 s. CPU time is printed beside the time by the clock: it says more on a busy machine.
Everything goes through a scratch SQLite database; fixtures get results without being played.
"""

import os
import random
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
PEOPLE, GAMES = 1001, 100_000
SEED = 4


def main() -> int:
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"BUCCANEER_DATA": data, "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        season = a_season()
        timed("the draw of a season of 1,001 in 143 divisions, with all fixtures", 30, lambda: draw(season))
        give_results(season)
        pages(season)
        from leagues.tables.division_tables import all_tables

        timed("all standings of that season from nothing", 5, lambda: all_tables(season))
        ratings()
    return 0


def timed(what: str, goal: float, work) -> None:
    start, cpu = perf_counter(), process_time()
    work()
    print(f"{what:<68} {perf_counter() - start:8.2f} s   (CPU {process_time() - cpu:.2f} s, goal {goal} s)", flush=True)


def a_season():
    """Make a season with open registration, and register everyone."""
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from leagues.models import Entry
    from leagues.pure.presets import Preset
    from leagues.services import making, seasons

    users = get_user_model()
    members = users.objects.bulk_create(users(email=f"b{n}@example.org", name=f"Bench {n}") for n in range(PEOPLE))
    league, now = making.create_league(members[0], "Bench", "buccaneer"), timezone.now()
    season = making.create_season(league.pk, members[0], Preset.for_seats(4), now + timedelta(days=2), now + timedelta(days=3))
    seasons.advance(season.pk, "open")
    Entry.objects.bulk_create(Entry(season=season, user=user) for user in members)
    season.refresh_from_db()
    return season


def draw(season) -> None:
    from leagues.services import seasons

    seasons.advance(season.pk, "close")
    season.refresh_from_db()


def give_results(season) -> None:
    """Give every fixture a result, with the places in shuffled order."""
    from leagues.models import Fixture, FixtureSeat
    from leagues.pure.standings import points_of

    chance, seats = random.Random(SEED), []
    for fixture in Fixture.objects.filter(round__season=season).prefetch_related("seats"):
        here = list(fixture.seats.all())
        places = chance.sample(range(1, len(here) + 1), len(here))
        for seat, place, points in zip(here, places, points_of(places), strict=True):
            seat.place, seat.played_place, seat.points, seat.score = place, place, points, 100 - place
        seats += here
    FixtureSeat.objects.bulk_update(seats, ["place", "played_place", "points", "score"], batch_size=200)
    Fixture.objects.filter(round__season=season).update(status="finished")


def pages(season) -> None:
    from leagues.queries.pages import standing_lines

    took, cpu = [], process_time()
    for division in season.divisions.all()[:60]:
        division.season = season
        start = perf_counter()
        standing_lines(division)
        took.append(perf_counter() - start)
    spent = (process_time() - cpu) / len(took)
    told = f"{median(took) * 1000:8.2f} ms  (CPU {spent * 1000:.2f} ms, goal 15 ms)"
    print(f"{'the standings of one division from the database, median':<68} {told}", flush=True)


def ratings() -> None:
    """Measure ratings in a world of 1,000 people who play at tables of four."""
    from leagues.models import RatedTable
    from leagues.services import rating

    chance = random.Random(SEED)
    tables = (
        RatedTable(
            number=number, ruleset="buccaneer", ended=number * 300,
            people=[[person, place] for place, person in enumerate(chance.sample(range(1, 1001), 4), start=1)],
        )
        for number in range(1, GAMES + 1)
    )  # fmt: skip
    RatedTable.objects.bulk_create(tables, batch_size=2000)
    timed("all ratings of 100,000 games from nothing, stored", 60, lambda: rating.catch_up("buccaneer"))


if __name__ == "__main__":
    sys.exit(main())
