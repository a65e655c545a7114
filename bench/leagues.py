"""Measure seasons of 2,000 people: draws, pages, exports, standings, and the ratings of 100,000 games.

Everything runs on a scratch SQLite database; fixtures get results without being played. Each page is requested once before it is timed,
because the first request in a process also loads templates. On a shared machine, CPU time is more reliable than wall-clock time.
"""

import random
from collections.abc import Callable
from datetime import timedelta

from _site import site, timed

PEOPLE, GAMES = 2002, 100_000
SEED = 4


def main() -> None:
    with site():
        members = make_members()
        of_divisions(members)
        for count in (200, 400, 2000):
            of_a_field(members[:count])
        ratings()


def measure(title: str, goal: float, work: Callable[[], object]) -> None:
    """Call `work` once; print its wall-clock time, CPU time, goal in seconds, and number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        _, took = timed(work)
    print(f"{title:<62} {took.wall:8.2f} s   (CPU {took.cpu:.2f} s, goal {goal} s)   {len(queries):4} queries", flush=True)


def make_members() -> list:
    from django.contrib.auth import get_user_model

    users = get_user_model()
    return users.objects.bulk_create(users(email=f"b{n}@example.org", name=f"Bench {n}") for n in range(PEOPLE))


def a_season(members: list, **preset):
    """Create a season with open registration, and enter all members."""
    from django.utils import timezone

    from accounts.models import User
    from leagues.models import Entry
    from leagues.pure.presets import Preset
    from leagues.services import making, seasons

    now, olga = timezone.now(), User.objects.create(email=f"o{len(members)}@example.org", name=f"Olga {len(members)}")
    league = making.create_league(olga, f"Bench of {len(members)}", "buccaneer")
    season = making.create_season(league.pk, olga, Preset.for_seats(4, **preset), now + timedelta(days=2), now + timedelta(days=3))
    seasons.advance(season.pk, "open")
    Entry.objects.bulk_create(Entry(season=season, user=user) for user in members)
    season.refresh_from_db()
    return season


def advance(season, *keys: str) -> None:
    from leagues.services import seasons

    for key in keys:
        seasons.advance(season.pk, key)
    season.refresh_from_db()


def give_results(season) -> None:
    """Give every table a random result, and mark all standings for recalculation."""
    from leagues.models import Fixture, FixtureSeat
    from leagues.pure.standings import points_of
    from leagues.tables import division_tables

    chance, seats = random.Random(SEED), []
    for fixture in Fixture.objects.filter(round__season=season).prefetch_related("seats"):
        here = list(fixture.seats.all())
        places = chance.sample(range(1, len(here) + 1), len(here))
        for seat, place, points in zip(here, places, points_of(places), strict=True):
            seat.place, seat.played_place, seat.points, seat.score = place, place, points, 100 - place
        seats += here
    FixtureSeat.objects.bulk_update(seats, ["place", "played_place", "points", "score"], batch_size=200)
    Fixture.objects.filter(round__season=season).update(status="finished")
    division_tables.mark_season(season, "results of the bench")


def page_of(season, page: str = "") -> Callable[[], object]:
    from django.test import Client

    address = f"/leagues/{season.league.slug}/{season.number}/{page}"

    def get() -> None:
        answer = Client(SERVER_NAME="localhost").get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} gives {answer.status_code}")

    get()
    return get


def of_divisions(members: list) -> None:
    """Measure a season of 286 divisions of seven."""
    from leagues.tables import division_tables

    season = a_season(members)
    measure("the draw of 286 divisions with all fixtures", 60, lambda: advance(season, "close"))
    give_results(season)
    measure("all their standings anew, and kept", 10, lambda: division_tables.renew_season(season.pk))
    divisions = list(season.divisions.values_list("pk", flat=True))
    measure("all their standings from nothing", 1, lambda: division_tables.work_out(season, divisions))
    for status in ("running", "final"):
        type(season).objects.filter(pk=season.pk).update(status=status, final_at=season.starts)
        measure(f"the page of a season of 286 divisions{'' if status == 'running' else ', all games over'}", 0.3, page_of(season))
    for title, page in (
        ("its second page", "?page=2"),
        ("the page of one division", "division/100/"),
        ("its schedule", "schedule/"),
        ("its standings and results as JSON", "standings.json"),
        ("its standings as CSV", "standings.csv"),
    ):
        measure(title, 0.3, page_of(season, page))


def of_a_field(members: list) -> None:
    """Measure an open event with these members after one round."""
    from leagues.models import Fixture
    from leagues.services import results
    from leagues.tables import division_tables

    count, season = len(members), a_season(members, shape="swiss", rounds=4)
    advance(season, "close", "start")
    give_results(season)
    (field,) = season.divisions.values_list("pk", flat=True)
    measure(f"the table of a field of {count}", 0.3, lambda: division_tables.work_out(season, [field]))
    measure("  the same, and kept", 1, lambda: division_tables.renew_season(season.pk))
    measure(f"the page of an event of {count}", 0.3, page_of(season))
    measure("  its table", 0.3, page_of(season, "division/1/"))
    fixture = Fixture.objects.filter(division=field).select_related("division__season", "round")[0]
    measure("  a result that goes in", 0.05, lambda: results.put_in(fixture, [4, 3, 2, 1], [], "finished"))


def ratings() -> None:
    """Measure the ratings of 1,000 people at tables of four."""
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
    measure("all ratings of 100,000 games from nothing, stored", 60, lambda: rating.catch_up("buccaneer"))
    newest = RatedTable.objects.get(number=GAMES - 100)
    rating.recompute_soon("buccaneer", since=newest.ended)
    measure("  the same after a correction of one of the last 100", 2, lambda: rating.catch_up("buccaneer"))


if __name__ == "__main__":
    main()
