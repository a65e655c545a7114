"""Link previews of leagues, seasons and captains, from public facts only, as `games.web.sharing` makes them for tables."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from core.plain_text import one_line
from games.drawing.share_card import Card, Line
from games.editions.guard import guarded_editions, on_offer
from games.web.sharing import MAX_SENTENCE, NOBODY, Shared, as_png, first_board, some_board
from leagues.models import League, Rating, Season
from leagues.queries import pages
from leagues.tables import division_tables

MAX_LINES = 8
NEW = "New here"


# -- leagues --------------------------------------------------------------------------------------
def of_league(league: League, season: Season | None = None) -> Shared | None:
    """Return the link preview of a public league or of one of its seasons; None for a private league or a draft."""
    if not league.is_public or (season is not None and season.status == Season.Status.DRAFT):
        return None
    page, args = ("share_season", [league.slug, season.number]) if season else ("share_league", [league.slug])
    newest = pages.visible_seasons(NOBODY).filter(league=league).order_by("-number")
    words = sentence(league, season or newest.first())
    return Shared(one_line(str(season or league.name), MAX_SENTENCE), words, reverse(f"leagues:{page}", args=args))


def sentence(league: League, season: Season | None) -> str:
    rules = guarded_editions().get(league.ruleset)
    game = f"A league of {rules.name}" if rules else "A league"
    return f"{game}. Season {season.number}: {season.get_status_display().lower()}." if season else f"{game}."


@require_safe
def picture(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Return the preview picture of a public league or season with its leaders; otherwise redirect to the site's picture."""
    league = pages.visible_leagues(NOBODY).filter(slug=slug).first()
    seasons = pages.visible_seasons(NOBODY).filter(league=league)
    season = seasons.filter(number=number).first() if number else seasons.order_by("-number").first()
    if league is None or (number and season is None):
        return redirect("share_site")
    rules = on_offer().get(league.ruleset)
    board = first_board(rules, rules.seats[1]) if rules else None
    leaders = []
    if season and (first := season.divisions.first()):
        leaders = division_tables.tables_of(season, [first], MAX_LINES)[first.pk]
    lines = [Line(row.person.name, figure=row.shown) for row in leaders]
    return as_png(request, Card(league.name, sentence(league, season), lines, board))


# -- captains -------------------------------------------------------------------------------------
def of_captain(member: User, ratings: Sequence[Rating]) -> Shared:
    address = reverse("leagues:share_captain", args=[member.pk])
    words = "; ".join(f"{line.words}: {line.figure}" for line in lines_of(ratings))
    return Shared(one_line(member.name, MAX_SENTENCE), f"A captain at Buccaneer. {words or NEW}.", address)


def lines_of(ratings: Sequence[Rating]) -> list[Line]:
    offered = on_offer()
    return [Line(f"{offered[row.ruleset].name} {offered[row.ruleset].edition}".strip(), figure=f"{row.value:.0f}") for row in ratings]


def ratings_of(person: int) -> list[Rating]:
    """Return a person's ratings in editions on offer, most played first."""
    return list(Rating.objects.filter(person=person, ruleset__in=on_offer()).order_by("-games"))


@require_safe
def picture_of_captain(request: HttpRequest, person: int) -> HttpResponse:
    """Return the preview picture of a person with their ratings; redirect to the site's picture for guests and unknown people."""
    member = User.objects.filter(pk=person, is_guest=False).first()
    if member is None:
        return redirect("share_site")
    return as_png(request, Card(member.name, "A captain at Buccaneer", lines_of(ratings_of(person)) or [Line(NEW)], some_board()))
