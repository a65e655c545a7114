"""Helpers for season pages: look up the season and the reader's role, read form fields, and show refusals as messages."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts.models import User
from games.editions.errors import NotAllowed
from games.editions.guard import on_offer
from games.engine import Ruleset
from games.web import orders
from games.web.common import attempt, parse_number
from leagues.models import Entry, Season
from leagues.queries import pages
from leagues.services import entries
from leagues.services.common import organises
from leagues.web import sharing


def edition_or_404(ruleset: str) -> Ruleset:
    """Return the edition with the given slug if it is on offer. Raise Http404 otherwise."""
    rules = on_offer().get(ruleset)
    if rules is None:
        raise Http404
    return rules


def visible_season(request: HttpRequest, slug: str, number: int) -> Season:
    """Return the season. Raise Http404 for readers who may not see it."""
    seasons = pages.visible_seasons(request.user).prefetch_related("league__organisers")
    return get_object_or_404(seasons, league__slug=slug, number=number)


def season_context(request: HttpRequest, season: Season, entries: Iterable[Entry] | None = None) -> dict[str, Any]:
    """Return the context shared by all pages of a season. `entries`: all entries of the season, if already loaded."""
    shared = None if request.user.is_authenticated else sharing.of_league(season.league, season)
    role = pages.role(request.user, season, entries)
    return {"season": season, "league": season.league, "divisions": list(season.divisions.all()), "shared": shared, **role}


def asked_orders(season: Season, user: User) -> dict[str, Any]:
    """Return the context of `games/first_orders.html` for the standing orders that the season's tables need."""
    known = entries.first_orders(season)
    return orders.orders_context(entries.why_orders_first(season), known, entries.orders_of(season, user) if known else {})


def organised(request: HttpRequest, slug: str, number: int) -> Season:
    """Return the season for one of its organisers. Raise Http404 for everyone else."""
    season = visible_season(request, slug, number)
    if not organises(request.user, season):
        raise Http404
    return season


def run_and_report(request: HttpRequest, done: str, change: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
    """Run `change`, and show `done` or the refusal as a message on the next page. Return whether the change succeeded."""
    problem, _ = attempt(change, *args, **kwargs)
    messages.add_message(request, messages.ERROR if problem else messages.SUCCESS, problem or done)
    return not problem


def back_to_season(season: Season, page: str = "season") -> HttpResponse:
    return redirect(f"leagues:{page}", season.league.slug, season.number)


def number_in(request: HttpRequest, field: str) -> int:
    """Return the primary key posted in the form field. Raise Http404 unless it is a number."""
    number = parse_number(request.POST.get(field, ""))
    if number is None:
        raise Http404
    return number


def amount_in(request: HttpRequest, field: str) -> int:
    """Return the amount posted in the form field. Raise NotAllowed unless it is a whole number."""
    amount = parse_number(request.POST.get(field, "").strip())
    if amount is None:
        raise NotAllowed("malformed", f"Say how many {'bots' if field == 'count' else field} as a whole number.")
    return amount
