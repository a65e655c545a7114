"""Everyone's pages: open to spectators without an account."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.services import user_of
from games.clocks.terms import span_words
from games.editions.guard import guarded_editions
from games.engine import Ruleset
from leagues.models import Correction, Division, Fixture, League, Season
from leagues.pure import presets
from leagues.pure.standings import CRITERIA, TABLE
from leagues.queries import pages
from leagues.services import making, organisers, ready_check
from leagues.services.seasons import after_appeals
from leagues.tables import division_tables, promotion
from leagues.tables.division_tables import NamedRow
from leagues.web import charts, sharing
from leagues.web.common import asked_orders, season_context, visible_season

DIVISIONS, LINES, TABLES = 20, 40, 60
"""So many divisions, captains of a division and tables are on one page."""


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Every league, those with a season under way first."""
    found = list(pages.visible_leagues(request.user).prefetch_related("seasons").order_by("name")[:200])
    return render(request, "leagues/leagues.html", {"leagues": [listed(league) for league in found]})


class Listed(NamedTuple):
    """A league on the list: its newest season that may be seen, and its edition, if this site still has it."""

    league: League
    newest: Season | None
    rules: Ruleset | None


def listed(league: League) -> Listed:
    """The line of a league whose seasons have been read."""
    newest = next((season for season in league.seasons.all() if season.status != Season.Status.DRAFT), None)
    return Listed(league, newest, guarded_editions().get(league.ruleset))


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """One league: its seasons, champions and house rules."""
    found = get_object_or_404(pages.visible_leagues(request.user), slug=slug)
    context = {
        "shared": sharing.of_league(found),
        "league": found, "rules": guarded_editions().get(found.ruleset), "champions": pages.champions(found),
        "seasons": pages.visible_seasons(request.user).filter(league=found).order_by("-number"),
        "organisers": found.organisers.order_by("name"),
        "may_take_over": request.user.is_authenticated and organisers.may_take_over(found, request.user), "is_free": making.is_free(found),
        "organises": request.user.is_authenticated and found.organisers.filter(pk=request.user.pk).exists(),
    }  # fmt: skip
    return render(request, "leagues/league.html", context)


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One season: how it is played, who plays, every division's table."""
    found = visible_season(request, slug, number)
    context = season_context(request, found)
    shown = Paginator(context["divisions"], DIVISIONS).get_page(request.GET.get("page"))
    entries = [] if context["divisions"] else list(found.entries.select_related("user").order_by("asked_at", "pk"))
    context |= {
        "shown": shown, "tables": first_lines(found, list(shown.object_list)),
        "to_confirm": ready_check.round_to_confirm(context["my_entry"]) if context["my_entry"] else None,
        "terms": terms(found), "rules": guarded_editions().get(found.league.ruleset),
        "entries": [one for one in entries if one.status == "accepted"],
        "waiting": [one for one in entries if one.status == "waiting"],
        "first_orders": asked_orders(found, user_of(request)) if request.user.is_authenticated and found.status == "registration" else {},
        "movers": promotion.movers(found),
        "appeals_until": after_appeals(found) if found.status == Season.Status.FINAL else None,
        "changed": promotion.differences(found) if found.status == Season.Status.ARCHIVED else [],
    }  # fmt: skip
    return render(request, "leagues/season.html", context)


def first_lines(found: Season, divisions: Sequence[Division]) -> list[tuple[Division, list[dict], bool]]:
    """Each of these divisions with the top of its table, and whether there is more."""
    tables = division_tables.tables_of(found, divisions, LINES + 1)
    return [(each, pages.standing_lines(tables[each.pk][:LINES]), len(tables[each.pk]) > LINES) for each in divisions]


def terms(found: Season) -> list[tuple[str, str]]:
    """How a season is played, in words."""
    preset = found.preset
    told = [
        ("Kind", presets.SHAPES[preset.shape]),
        ("Tables", f"{preset.seats} captains each, {span_words(preset.pace)} for a turn"),
        ("Points", points_in_words(preset)),
        ("Equal points", ", then ".join(CRITERIA[key].words for key in preset.criteria[1:]) or "share a place"),
        ("Void tables", f"{presets.MADE_UP[preset.withdrawal]}, for captains who did not leave them"),
        ("Places", f"For captains of whose games {preset.least_counted} % or more count"),
        ("Games not over at the end", presets.ADJUDICATIONS[preset.adjudication]),
    ]
    if preset.ready_check:
        told.insert(2, ("Before each round", "Captains say that they are ready; if one does not answer, a substitute is asked"))
    if preset.shape != "swiss":
        told.insert(1, ("Divisions", f"of {preset.size}; {preset.up} up, {preset.down} down"))
    else:
        told.insert(1, ("Rounds", f"{preset.rounds}{', and a final of the best' if preset.final else ''}"))
    return told


def points_in_words(preset: presets.Preset) -> str:
    """What each place is worth, also at the smaller tables that an open event may need."""
    words = presets.SCHEMES[preset.points]
    if preset.points != "table":
        return words
    sizes = [preset.seats, preset.seats - 1] if preset.shape == "swiss" and preset.seats > 2 else [preset.seats]
    return f"{words} ({'; '.join(' – '.join(map(str, TABLE[size])) for size in sizes)})"


@require_safe
def division(request: HttpRequest, slug: str, number: int, division: int) -> HttpResponse:
    """A division's table with its reasons; of one that is not too large also who met whom, and how the places changed."""
    found = visible_season(request, slug, number)
    each = get_object_or_404(found.divisions, number=division)
    context = season_context(request, found)
    rows, entry = division_tables.rows_of_divisions(found, [each.pk])[each.pk], context["my_entry"]
    shown = Paginator(rows, LINES).get_page(request.GET.get("page"))
    here = len(shown.object_list)
    own = [row for row in rows if entry is not None and row.entry == entry.pk]
    named = division_tables.with_people([*shown.object_list, *own])
    context |= {"division": each, "lines": pages.standing_lines(named[:here]), "shown": shown, "mine": named[here] if own else None}
    return render(request, "leagues/division.html", context | (meetings(each, named[:here]) if len(rows) <= LINES else {}))


def meetings(each: Division, rows: list[NamedRow]) -> dict:
    """Who met whom, at which tables, and how the places changed from result to result."""
    fixtures = list(pages.fixtures_of(division=each))
    names = {row.entry: row.person.name for row in rows}
    drawn = charts.places(list(each.snapshots.all()), names)
    return {"cross": pages.cross_table(rows, fixtures), "fixtures": fixtures, "places": drawn}


@require_safe
def schedule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Rounds and their tables, so many on a page; rounds that have not been drawn come last."""
    found = visible_season(request, slug, number)
    shown = Paginator(pages.fixtures_of(round__season=found), TABLES).get_page(request.GET.get("page"))
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in shown.object_list:
        fixtures[fixture.round_id].append(fixture)
    drawn = set(Fixture.objects.filter(round__season=found).values_list("round", flat=True).distinct())
    rounds = [
        (each, fixtures[each.pk]) for each in found.rounds.all() if each.pk in fixtures or (each.pk not in drawn and not shown.has_next())
    ]
    return render(request, "leagues/schedule.html", season_context(request, found) | {"rounds": rounds, "shown": shown})


@require_safe
def player(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    """What one person did in this season, and in the others of this league."""
    found = visible_season(request, slug, number)
    who = get_object_or_404(found.entries.select_related("user", "division"), pk=entry)
    others = []
    if who.user_id:
        seasons = pages.visible_seasons(request.user).filter(league=found.league, entries__user=who.user_id).exclude(pk=found.pk)
        others = [(each, each.entries.select_related("division").get(user=who.user_id)) for each in seasons]
    context = season_context(request, found) | {"who": who, "games": pages.record(who), "others": others, "cards": who.cards}
    return render(request, "leagues/player.html", context)


def changes(one: Correction) -> list[str]:
    """What a correction has changed, line by line."""
    if one.fixture is None:
        return [f"{key}: {value}" for key, value in one.new.items()]
    if "places" not in one.new:
        return ["It is played again." if "replay" in one.new else "It is void."]
    rows = zip(one.fixture.seats.all(), one.old["places"], one.new["places"], strict=True)
    return [f"{seat.entry.name}: place {new}, was {old or 'none'}" for seat, old, new in rows if old != new]


@require_safe
def corrections(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What was changed afterwards, and everything that was decided: for everyone to read."""
    found = visible_season(request, slug, number)
    corrected = found.corrections.select_related("by", "fixture__division").prefetch_related("fixture__seats__entry__user")
    context = season_context(request, found) | {
        "corrections": [(one, changes(one)) for one in corrected], "acts": found.acts.select_related("by")[:300]
    }  # fmt: skip
    return render(request, "leagues/corrections.html", context)
