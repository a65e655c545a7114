"""Public pages of leagues, open to spectators without an account."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.services import user_of
from games.clocks.terms import span_words
from games.editions.guard import guarded_editions
from leagues.models import Correction, Division, Fixture, Season
from leagues.pure import presets
from leagues.pure.standings import CRITERIA, TABLE
from leagues.queries import pages
from leagues.services import making, organisers, ready_check
from leagues.services.seasons import after_appeals
from leagues.tables import division_tables, promotion
from leagues.web import charts, sharing
from leagues.web.common import asked_orders, season_context, visible_season

DIVISIONS_PER_PAGE, LINES_PER_PAGE, TABLES_PER_PAGE = 20, 40, 60
"""Maximum numbers of divisions, of captains per division, and of tables on one page."""


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues that the reader may see, by name."""
    leagues = []
    for league in pages.visible_leagues(request.user).prefetch_related("seasons").order_by("name")[:200]:
        newest = next((season for season in league.seasons.all() if season.status != Season.Status.DRAFT), None)
        leagues.append((league, newest, guarded_editions().get(league.ruleset)))
    return render(request, "leagues/leagues.html", {"leagues": leagues})


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(pages.visible_leagues(request.user), slug=slug)
    context = {
        "shared": sharing.of_league(league),
        "league": league, "rules": guarded_editions().get(league.ruleset), "champions": pages.champions(league),
        "seasons": pages.visible_seasons(request.user).filter(league=league).order_by("-number"),
        "organisers": league.organisers.order_by("name"),
        "may_take_over": request.user.is_authenticated and organisers.may_take_over(league, request.user),
        "is_free": making.is_free(league),
        "organises": request.user.is_authenticated and league.organisers.filter(pk=request.user.pk).exists(),
    }  # fmt: skip
    return render(request, "leagues/league.html", context)


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = visible_season(request, slug, number)
    context = season_context(request, season)
    shown = Paginator(context["divisions"], DIVISIONS_PER_PAGE).get_page(request.GET.get("page"))
    entries = [] if context["divisions"] else list(season.entries.select_related("user").order_by("asked_at", "pk"))
    context |= {
        "shown": shown, "tables": first_lines(season, list(shown.object_list)),
        "to_confirm": ready_check.round_to_confirm(context["my_entry"]) if context["my_entry"] else None,
        "terms": terms(season), "rules": guarded_editions().get(season.league.ruleset),
        "entries": [entry for entry in entries if entry.status == "accepted"],
        "waiting": [entry for entry in entries if entry.status == "waiting"],
        "first_orders": asked_orders(season, user_of(request)) if request.user.is_authenticated and season.status == "registration" else {},
        "movers": promotion.movers(season),
        "appeals_until": after_appeals(season) if season.status == Season.Status.FINAL else None,
        "changed": promotion.differences(season) if season.status == Season.Status.ARCHIVED else [],
    }  # fmt: skip
    return render(request, "leagues/season.html", context)


def first_lines(season: Season, divisions: Sequence[Division]) -> list[tuple[Division, list[dict[str, Any]], bool]]:
    """Return (division, top of its standings, whether there are more rows) for each division."""
    tables = division_tables.tables_of(season, divisions, LINES_PER_PAGE + 1)
    return [(each, pages.standing_lines(tables[each.pk][:LINES_PER_PAGE]), len(tables[each.pk]) > LINES_PER_PAGE) for each in divisions]


def terms(season: Season) -> list[tuple[str, str]]:
    preset = season.preset
    lines = [
        ("Kind", presets.SHAPES[preset.shape]),
        ("Tables", f"{preset.seats} captains each, {span_words(preset.pace)} for a turn"),
        ("Points", points_in_words(preset)),
        ("Equal points", ", then ".join(CRITERIA[key].words for key in preset.criteria[1:]) or "share a place"),
        ("Void tables", f"{presets.MADE_UP[preset.withdrawal]}, for captains who did not leave them"),
        ("Places", f"For captains with {preset.least_counted} % or more of their games counted"),
        ("Games not over at the end", presets.ADJUDICATIONS[preset.adjudication]),
    ]
    if preset.ready_check:
        lines.insert(2, ("Before each round", "Captains say that they are ready; if one does not answer, a substitute is asked"))
    if preset.shape != "swiss":
        lines.insert(1, ("Divisions", f"of {preset.size}; {preset.up} up, {preset.down} down"))
    else:
        lines.insert(1, ("Rounds", f"{preset.rounds}{', and a final of the best' if preset.final else ''}"))
    return lines


def points_in_words(preset: presets.Preset) -> str:
    """Return the points for each place in words, including the smaller tables of an open event."""
    words = presets.SCHEMES[preset.points]
    if preset.points != "table":
        return words
    sizes = [preset.seats, preset.seats - 1] if preset.shape == "swiss" and preset.seats > 2 else [preset.seats]
    return f"{words} ({'; '.join(' – '.join(map(str, TABLE[size])) for size in sizes)})"


@require_safe
def division(request: HttpRequest, slug: str, number: int, division: int) -> HttpResponse:
    """Show a division's standings with reasons and, unless it is large, its cross table and the history of places."""
    season = visible_season(request, slug, number)
    each = get_object_or_404(season.divisions, number=division)
    context = season_context(request, season)
    rows, entry = division_tables.rows_of_divisions(season, [each.pk])[each.pk], context["my_entry"]
    shown = Paginator(rows, LINES_PER_PAGE).get_page(request.GET.get("page"))
    own = [row for row in rows if entry is not None and row.entry == entry.pk]
    named = division_tables.with_people([*shown.object_list, *own])
    lines = named[: len(shown.object_list)]
    context |= {"division": each, "lines": pages.standing_lines(lines), "shown": shown, "mine": named[-1] if own else None}
    if len(rows) <= LINES_PER_PAGE:
        fixtures, names = list(pages.fixtures_of(division=each)), {row.entry: row.person.name for row in lines}
        drawn = charts.places(list(each.snapshots.all()), names)
        context |= {"cross": pages.cross_table(lines, fixtures), "fixtures": fixtures, "places": drawn}
    return render(request, "leagues/division.html", context)


@require_safe
def schedule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show rounds and their tables, page by page; the last page includes rounds that are not drawn yet."""
    season = visible_season(request, slug, number)
    shown = Paginator(pages.fixtures_of(round__season=season), TABLES_PER_PAGE).get_page(request.GET.get("page"))
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in shown.object_list:
        fixtures[fixture.round_id].append(fixture)
    drawn = set(Fixture.objects.filter(round__season=season).values_list("round", flat=True).distinct())
    rounds = [
        (each, fixtures[each.pk]) for each in season.rounds.all() if each.pk in fixtures or (each.pk not in drawn and not shown.has_next())
    ]
    return render(request, "leagues/schedule.html", season_context(request, season) | {"rounds": rounds, "shown": shown})


@require_safe
def player(request: HttpRequest, slug: str, number: int, entry: int) -> HttpResponse:
    season = visible_season(request, slug, number)
    entrant = get_object_or_404(season.entries.select_related("user", "division"), pk=entry)
    others = []
    if entrant.user_id:
        seasons = pages.visible_seasons(request.user).filter(league=season.league, entries__user=entrant.user_id).exclude(pk=season.pk)
        others = [(each, each.entries.select_related("division").get(user=entrant.user_id)) for each in seasons]
    context = season_context(request, season) | {"who": entrant, "games": pages.record(entrant), "others": others, "cards": entrant.cards}
    return render(request, "leagues/player.html", context)


def changes(correction: Correction) -> list[str]:
    if correction.fixture is None:
        return [f"{key}: {value}" for key, value in correction.new.items()]
    if "places" not in correction.new:
        return ["It is played again." if "replay" in correction.new else "It is void."]
    rows = zip(correction.fixture.seats.all(), correction.old["places"], correction.new["places"], strict=True)
    return [f"{seat.entry.name}: place {new}, was {old or 'none'}" for seat, old, new in rows if old != new]


@require_safe
def corrections(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show all corrections and the latest acts, for everyone to read."""
    season = visible_season(request, slug, number)
    corrected = season.corrections.select_related("by", "fixture__division").prefetch_related("fixture__seats__entry__user")
    context = season_context(request, season) | {
        "corrections": [(correction, changes(correction)) for correction in corrected], "acts": season.acts.select_related("by")[:300]
    }  # fmt: skip
    return render(request, "leagues/corrections.html", context)
