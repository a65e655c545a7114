"""What a link to a league, a season or a captain shows in a chat: as `games.web.sharing` does for tables, from what everyone may see."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from core.plain_text import one_line
from games.drawing.share_card import Card, Line
from games.editions.guard import guarded_editions, on_offer
from games.web.sharing import LONGEST, NOBODY, Shared, as_png, first_board, some_board
from leagues.models import League, Rating, Season
from leagues.queries import pages
from leagues.tables import division_tables

MOST = 8
NEW = "New here"


# -- leagues --------------------------------------------------------------------------------------
def of_league(league: League, season: Season | None = None) -> Shared | None:
    """Return what a link to a public league or to one of its seasons says; None of any other."""
    if not league.is_public or (season is not None and season.status == Season.Status.DRAFT):
        return None
    page, args = ("share_season", [league.slug, season.number]) if season else ("share_league", [league.slug])
    said = sentence(league, season or newest(league))
    return Shared(one_line(str(season or league.name), LONGEST), said, reverse(f"leagues:{page}", args=args))


def newest(league: League) -> Season | None:
    """Return the newest season that everyone may see."""
    return pages.visible_seasons(NOBODY).filter(league=league).order_by("-number").first()


def sentence(league: League, season: Season | None) -> str:
    """Return the game of a league, and how its season stands."""
    rules = guarded_editions().get(league.ruleset)
    game = f"A league of {rules.name}" if rules else "A league"
    return f"{game}. Season {season.number}: {season.get_status_display().lower()}." if season else f"{game}."


@require_safe
def picture(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The picture of a public league or season, with the top of its first division; of any other the site's own."""
    league = pages.visible_leagues(NOBODY).filter(slug=slug).first()
    seasons = pages.visible_seasons(NOBODY).filter(league=league)
    season = seasons.filter(number=number).first() if number else seasons.order_by("-number").first()
    if league is None or (number and season is None):
        return redirect("share_site")
    rules = on_offer().get(league.ruleset)
    board = first_board(rules, rules.seats[1]) if rules else None
    return as_png(request, Card(league.name, sentence(league, season), top_of(season) if season else [], board))


def top_of(season: Season) -> list[Line]:
    """Return the first of a season's first division, with their points."""
    divisions = list(season.divisions.all()[:1])
    tables = division_tables.tables_of(season, divisions, MOST)
    return [Line(row.person.name, figure=row.shown) for division in divisions for row in tables[division.pk]]


# -- captains -------------------------------------------------------------------------------------
def of_captain(who: User, ratings: Sequence[Rating]) -> Shared:
    """Return what a link to a person's page says."""
    at = reverse("leagues:share_captain", args=[who.pk])
    told = "; ".join(f"{line.words}: {line.figure}" for line in lines_of(ratings))
    return Shared(one_line(who.name, LONGEST), f"A captain at Buccaneer. {told or NEW}.", at)


def lines_of(ratings: Sequence[Rating]) -> list[Line]:
    """Return a line for each rating."""
    offered = on_offer()
    return [Line(f"{offered[row.ruleset].name} {offered[row.ruleset].edition}".strip(), figure=f"{row.value:.0f}") for row in ratings]


def ratings_of(person: int) -> list[Rating]:
    """Return a person's ratings in games on offer, the most played first."""
    return list(Rating.objects.filter(person=person, ruleset__in=on_offer()).order_by("-games"))


@require_safe
def picture_of_captain(request: HttpRequest, person: int) -> HttpResponse:
    """The picture of a person's page: their name and ratings; of a guest and of nobody the site's own."""
    who = get_user_model().objects.filter(pk=person, is_guest=False).first()
    if who is None:
        return redirect("share_site")
    return as_png(request, Card(who.name, "A captain at Buccaneer", lines_of(ratings_of(person)) or [Line(NEW)], some_board()))
