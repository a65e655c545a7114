"""Ratings: the list of an edition, and what each game did to one person's."""

from collections import defaultdict
from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User, Visitor
from games.editions.guard import on_offer
from games.engine import Ruleset
from games.hooks.profiles import Section
from leagues.models import Rating, RatingEvent
from leagues.pure.ratings import ACTIVE_DAYS, LEAST_GAMES, PROVISIONAL
from leagues.queries import pages
from leagues.services import seat_values
from leagues.web import charts, sharing

MOST = 100


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    """The editions that have ratings."""
    return render(request, "leagues/ratings.html", {"editions": on_offer().values()})


def edition_or_404(ruleset: str) -> Ruleset:
    rules = on_offer().get(ruleset)
    if rules is None:
        raise Http404
    return rules


@require_safe
def board(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Who plays this edition best: cautiously counted, with enough games, and not long ago."""
    rules = edition_or_404(ruleset)
    since = int((timezone.now() - timedelta(days=ACTIVE_DAYS)).timestamp())
    rows = Rating.objects.filter(ruleset=ruleset, games__gte=LEAST_GAMES, last__gte=since).exclude(user=None)
    mine = Rating.objects.filter(ruleset=ruleset, user=request.user).first() if request.user.is_authenticated else None
    context = {"rules": rules, "rows": rows.select_related("user").order_by("-cautious")[:MOST], "mine": mine}
    context["seats"] = seat_values.seat_values_of(ruleset)
    return render(request, "leagues/board.html", context | {"least": LEAST_GAMES, "days": ACTIVE_DAYS, "provisional": PROVISIONAL})


@require_safe
def captain(request: HttpRequest, person: int) -> HttpResponse:
    """One person: every rating with its graph, and what they came to in leagues that the reader may see."""
    who = get_object_or_404(get_user_model(), pk=person, is_guest=False)
    section = standing_of(who, request.user)
    context = {"who": who, "section": section, "shared": sharing.of_captain(who, [rated.rating for rated in section["ratings"]])}
    return render(request, "leagues/captain.html", context)


def public_page(who: User) -> str:
    """Return the address of this page, to which a link to the profile of a member leads anyone who is not signed in."""
    return reverse("leagues:captain", args=[who.pk])


def profile_section(who: User, reader: User) -> Section | None:
    """The same as a part of the profile of a member."""
    return None if who.is_guest else Section("leagues/profile.html", standing_of(who, reader))


def standing_of(who: User, reader: Visitor) -> dict[str, Any]:
    """Ratings of the games on offer, those played most first, and entries in leagues (three queries)."""
    offered, drawn = on_offer(), histories(who.pk)
    rows = sharing.ratings_of(who.pk)
    ratings = [Rated(row, offered[row.ruleset], row.deviation >= PROVISIONAL, charts.rating(drawn[row.ruleset])) for row in rows]
    return {"ratings": ratings, "entries": pages.entries_of(who, reader)}


class Rated(NamedTuple):
    """One rating as a person's page shows it, with the drawing of how it came to be."""

    rating: Rating
    rules: Ruleset
    is_provisional: bool
    graph: str


def histories(person: int) -> dict[str, list[charts.Rated]]:
    """How each of a person's ratings came to be, by edition, the oldest game first (one query)."""
    found: dict[str, list[charts.Rated]] = defaultdict(list)
    told = RatingEvent.objects.filter(person=person).order_by("table__ended", "table__number")
    for ruleset, value, deviation, at in told.values_list("table__ruleset", "after", "after_deviation", "table__ended"):
        found[ruleset].append(charts.Rated(value, deviation, at))
    return found


class Explained(NamedTuple):
    """What one game did to a rating, and, a line for each opponent, why: name, expected and got in percent, gain."""

    event: RatingEvent
    change: float
    lines: list[tuple[str, float, float, float]]


def explained(event: RatingEvent, names: dict[int, str]) -> Explained:
    """The event with the names of the opponents."""
    lines = [(names.get(pk, "A former player"), expected * 100, got * 100, gain) for pk, expected, got, gain in event.against]
    return Explained(event, event.after - event.before, lines)


def newest_events(person: int, ruleset: str, most: int = 20) -> list[RatingEvent]:
    """What each of the newest games did to one rating, the newest first."""
    found = RatingEvent.objects.filter(person=person, table__ruleset=ruleset)
    return list(found.select_related("table").order_by("-table__ended", "-table__number")[:most])


@require_safe
def person(request: HttpRequest, ruleset: str, person: int) -> HttpResponse:
    """One person's rating, its graph, and the why of each game."""
    rules = edition_or_404(ruleset)
    found = get_object_or_404(Rating.objects.select_related("user"), ruleset=ruleset, person=person)
    newest = newest_events(person, ruleset)
    people = {pk for event in newest for pk, *_ in event.against}
    names = dict(get_user_model().objects.filter(pk__in=people).values_list("pk", "name"))
    band = 2 * found.deviation
    context = {
        "rules": rules,
        "rating": found,
        "low": found.value - band,
        "high": found.value + band,
        "events": [explained(event, names) for event in newest],
        "graph": charts.rating(histories(person)[ruleset]),
    }
    return render(request, "leagues/rating.html", context | {"is_provisional": found.deviation >= PROVISIONAL})
