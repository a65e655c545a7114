"""Export standings as JSON and CSV, and rounds as a calendar. Unchanged standings are answered with 304."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import User
from leagues.mail.letters import season_link
from leagues.models import Entry, Fixture, FixtureSeat, Round, Season
from leagues.tables import division_tables
from leagues.web.common import visible_season
from notifications.calendar import Date, write_calendar

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def standings_of(season: Season) -> list[dict[str, Any]]:
    """Return one dict per player. `points_840` are the exact points from play; `points` include compensation for `owed` games."""
    divisions = list(season.divisions.all())
    tables = division_tables.rows_of_divisions(season, [division.pk for division in divisions])
    entries = season.entries.values_list("pk", "own_name", "user__name")
    names = {str(pk): own_name or name or Entry.NOBODY for pk, own_name, name in entries}
    return [
        {
            "division": division.number, "tier": division.tier, "place": row.place, "ranked": row.is_ranked, "entry": row.entry,
            "name": names[str(row.entry)], "points_840": row.points, "points": division_tables.points_in_words(row),
            "games": row.games, "owed": row.owed,
            "wins": str(row.wins), "strikes": row.strikes, "why": division_tables.with_names(row.why, names),
        }
        for division in divisions for row in tables[division.pk]
    ]  # fmt: skip


def fixtures_of(season: Season) -> list[dict[str, Any]]:
    """Return every table with its seats, ordered by round and division."""
    seats: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = FixtureSeat.objects.filter(fixture__round__season=season).order_by("seat")
    for fixture, entry, place, points, gone in rows.values_list("fixture", "entry", "place", "points", "gone"):
        seats[fixture].append({"entry": entry, "place": place, "points_840": points, "gone": gone})
    fixtures = Fixture.objects.filter(round__season=season).order_by("round__number", "division__number", "number")
    rows_of_fixtures = fixtures.values_list("pk", "round__number", "division__number", "number", "game", "status")
    return [
        {"round": opened, "division": division, "table": number, "game": game, "status": status, "seats": seats[pk]}
        for pk, opened, division, number, game, status in rows_of_fixtures
    ]


@require_safe
@conditional_page
def as_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = visible_season(request, slug, number)
    data = {
        "league": season.league.name, "season": season.number, "ruleset": season.league.ruleset, "status": season.status,
        "preset": season.preset.to_json(), "commitment": season.commitment, "seed": season.seed if season.is_drawn else None,
        "standings": standings_of(season), "fixtures": fixtures_of(season),
    }  # fmt: skip
    return HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/json")


COLUMNS = (
    "division", "tier", "place", "entry", "name", "points_840", "points", "games", "wins", "strikes", "why", "owed", "ranked",
)  # fmt: skip


@require_safe
@conditional_page
def as_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the standings as CSV. Escape cells that a spreadsheet would evaluate as formulas."""
    season = visible_season(request, slug, number)
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, COLUMNS)
    writer.writeheader()
    writer.writerows({key: escape_formula(value) for key, value in row.items()} for row in standings_of(season))
    headers = {"Content-Disposition": f'attachment; filename="{season.league.slug}-{season.number}.csv"'}
    return HttpResponse(sheet.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


def escape_formula(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


# -- the calendar ---------------------------------------------------------------------------------------
@require_safe
def calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the dates of registration, rounds and the hard end as an iCalendar file."""
    season = visible_season(request, slug, number)
    moments = [("end", season.hard_end, "Hard end: games not over are adjudicated")]
    if not season.is_drawn:
        moments.append(("registration", season.registration_to, "Registration closes"))
    moments += [(f"round-{each.number}", each.opens, f"Round {each.number} opens") for each in season.rounds.all()]
    name = f"{season.league.name} {season.number}"
    link = season_link(season)
    dates = [Date(f"season-{season.pk}-{key}", moment, None, f"{name}: {words}", link) for key, moment, words in moments]
    return HttpResponse(write_calendar(dates, name), content_type="text/calendar; charset=utf-8")


def dates(user: User) -> Iterator[Date]:
    """Yield a calendar date for each unfinished round of the running seasons in which the user plays."""
    plays = {"season__entries__user": user, "season__entries__status": Entry.Status.ACCEPTED, "season__status": Season.Status.RUNNING}
    rounds = Round.objects.filter(**plays, target_end__gt=timezone.now()).exclude(status=Round.Status.CLOSED)
    for each in rounds.select_related("season__league").order_by("opens", "pk"):
        title = f"{each.season.league.name} {each.season.number}: {each}"
        yield Date(f"round-{each.pk}", each.opens, each.target_end, title, season_link(each.season), is_all_day=True)
