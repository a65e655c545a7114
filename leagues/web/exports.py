"""The standings for other programs, and a calendar of the rounds. What has not changed is not sent again."""

import csv
import hashlib
import io
import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import condition, require_safe

from leagues.models import Season
from leagues.queries import pages
from leagues.tables import division_tables
from leagues.web.common import visible_season
from notifications.calendar import write_calendar
from notifications.topics import Date

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def newest(request: HttpRequest, slug: str, number: int) -> str:
    """Changes whenever anything that is exported does."""
    season = visible_season(request, slug, number)
    seats = (
        pages.FixtureSeat.objects.filter(fixture__round__season=season)
        .order_by("pk")
        .values_list("entry", "place", "points", "fixture__status")
    )
    people = season.entries.order_by("pk").values_list("pk", "status", "user__name", "own_name", "strikes", "place")
    told = repr((season.league.name, season.status, season.preset_data, list(seats), list(people)))
    return f'"{hashlib.sha256(told.encode()).hexdigest()[:24]}"'


def rows_of(season: Season) -> list[dict]:
    """One dict a person, the same for both forms. Points are in 840ths, so that nothing is rounded."""
    found = []
    for division in season.divisions.all():
        division.season = season
        for row in division_tables.table_of(division):
            found.append(
                {
                    "division": division.number,
                    "tier": division.tier,
                    "place": row.place,
                    "entry": row.entry,
                    "name": row.person.name,
                    "points_840": row.points,
                    "points": row.shown,
                    "games": row.games,
                    "wins": str(row.wins),
                    "strikes": row.strikes,
                    "why": row.why,
                }
            )
    return found


@require_safe
@condition(etag_func=newest)
def as_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Standings and results."""
    season = visible_season(request, slug, number)
    fixtures = [
        {
            "round": fixture.round.number, "division": fixture.division.number, "table": fixture.number, "game": fixture.game_id,
            "status": fixture.status,
            "seats": [
                {"entry": seat.entry_id, "place": seat.place, "points_840": seat.points, "gone": seat.gone} for seat in fixture.seats.all()
            ],
        }
        for fixture in pages.fixtures_of(round__season=season)
    ]  # fmt: skip
    data = {
        "league": season.league.name, "season": season.number, "ruleset": season.league.ruleset, "status": season.status,
        "preset": season.preset.to_json(), "commitment": season.commitment, "seed": season.seed if season.is_drawn else None,
        "standings": rows_of(season), "fixtures": fixtures,
    }  # fmt: skip
    return HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/json")


@require_safe
@condition(etag_func=newest)
def as_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Standings as a sheet. No cell can be taken for a formula."""
    season = visible_season(request, slug, number)
    sheet = io.StringIO()
    rows = rows_of(season)
    columns = ["division", "tier", "place", "entry", "name", "points_840", "points", "games", "wins", "strikes", "why"]
    writer = csv.DictWriter(sheet, columns)
    writer.writeheader()
    writer.writerows({key: harmless(value) for key, value in row.items()} for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{season.league.slug}-{season.number}.csv"'}
    return HttpResponse(sheet.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


def harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


# -- the calendar ---------------------------------------------------------------------------------------
@require_safe
def calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Registration, rounds and the end, for any calendar."""
    season = visible_season(request, slug, number)
    link = settings.SITE_URL + reverse("leagues:season", args=[slug, number])
    moments = [
        ("registration", season.registration_to, "Registration closes"),
        ("end", season.hard_end, "Hard end: games not over are adjudicated"),
    ]
    moments += [(f"round-{each.number}", each.opens, f"Round {each.number} opens") for each in season.rounds.all()]
    name = f"{season.league.name} {season.number}"
    dates = [Date(f"season-{season.pk}-{key}", at, None, f"{name}: {what}", link) for key, at, what in moments]
    return HttpResponse(write_calendar(dates, name), content_type="text/calendar; charset=utf-8")
