"""What the pages of a season share: finding it, what its reader may do, and the one place where a refusal becomes an answer."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts.models import User
from games.errors import NotAllowed
from games.web import first_orders
from games.web.common import attempt
from leagues.models import Entry, Season
from leagues.permissions import organises
from leagues.queries import pages
from leagues.services import standing_orders
from leagues.web import sharing


def visible_season(request: HttpRequest, slug: str, number: int) -> Season:
    """The season, or 404 for everyone who may not look at it."""
    seasons = pages.visible_seasons(request.user).prefetch_related("league__organisers")
    return get_object_or_404(seasons, league__slug=slug, number=number)


def season_context(request: HttpRequest, season: Season, entries: Iterable[Entry] | None = None) -> dict:
    """What every page of a season needs; `entries` are all of it, where they are at hand."""
    shared = None if request.user.is_authenticated else sharing.of_league(season.league, season)
    role = pages.role(request.user, season, entries)
    return {"season": season, "league": season.league, "divisions": list(season.divisions.all()), "shared": shared, **role}


def asked_orders(season: Season, user: User) -> dict:
    """What `games/first_orders.html` shows of the standing orders that the tables of this season ask for first."""
    known = standing_orders.first_orders(season)
    return first_orders.orders_context(standing_orders.why_first(season), known, standing_orders.given(season, user) if known else {})


def organised(request: HttpRequest, slug: str, number: int) -> Season:
    """The season for its organisers; for others there is no such page."""
    season = visible_season(request, slug, number)
    if not organises(request.user, season):
        raise Http404
    return season


def run_and_report(request: HttpRequest, done: str, change: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
    """Do it, and say what came of it on the next page."""
    problem, _ = attempt(change, *args, **kwargs)
    messages.add_message(request, messages.ERROR if problem else messages.SUCCESS, problem or done)
    return not problem


def back_to_season(season: Season, page: str = "season") -> HttpResponse:
    return redirect(f"leagues:{page}", season.league.slug, season.number)


def number_in(request: HttpRequest, field: str) -> int:
    """The number of a thing that a form is about. What is none is as if there were no such thing."""
    said = request.POST.get(field, "")
    if not is_number(said):
        raise Http404
    return int(said)


def amount_in(request: HttpRequest, field: str) -> int:
    """How many of something, as a person typed it. Raises NotAllowed."""
    said = request.POST.get(field, "").strip()
    if not is_number(said):
        raise NotAllowed("malformed", f"Say how many {AMOUNTS[field]} as a whole number.")
    return int(said)


AMOUNTS = {"count": "bots", "hours": "hours", "days": "days"}


def is_number(said: str) -> bool:
    return said.isascii() and said.isdecimal() and len(said) < 10
