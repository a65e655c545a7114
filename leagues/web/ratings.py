"""Pages of ratings: the list of an edition, and the effect of each game on one person's rating."""

from collections import defaultdict
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User, Visitor
from games.announcements.profiles import Section
from games.editions.guard import on_offer
from games.engine import Ruleset
from leagues.models import Entry, Rating, RatingEvent
from leagues.pure.ratings import ACTIVE_DAYS, MIN_GAMES, PROVISIONAL
from leagues.queries import pages
from leagues.services.rating import seat_values_of
from leagues.web import charts, sharing
from leagues.web.common import edition_or_404


@require_safe
def editions(request: HttpRequest) -> HttpResponse:
    return render(request, "leagues/ratings.html", {"editions": on_offer().values()})


@require_safe
def board(request: HttpRequest, ruleset: str) -> HttpResponse:
    """List the best players of an edition by cautious rating, among players with enough games who played recently."""
    rules = edition_or_404(ruleset)
    since = int((timezone.now() - timedelta(days=ACTIVE_DAYS)).timestamp())
    rows = Rating.objects.filter(ruleset=ruleset, games__gte=MIN_GAMES, last__gte=since).exclude(user=None)
    mine = Rating.objects.filter(ruleset=ruleset, user=request.user).first() if request.user.is_authenticated else None
    context = {
        "rules": rules, "rows": rows.select_related("user").order_by("-cautious")[:100], "mine": mine,
        "seats": seat_values_of(ruleset), "least": MIN_GAMES, "days": ACTIVE_DAYS, "provisional": PROVISIONAL,
    }  # fmt: skip
    return render(request, "leagues/board.html", context)


@require_safe
def captain(request: HttpRequest, person: int) -> HttpResponse:
    """Show a person's ratings with charts, and their results in leagues that the reader may see."""
    shown = get_object_or_404(User, pk=person, is_guest=False)
    section = standing_of(shown, request.user)
    context = {"who": shown, "section": section, "shared": sharing.of_captain(shown, [rated.rating for rated in section["ratings"]])}
    return render(request, "leagues/captain.html", context)


def public_page(member: User) -> str:
    """Return the URL of the public page that replaces a member's profile for visitors who are not signed in."""
    return reverse("leagues:captain", args=[member.pk])


def profile_section(member: User, reader: User) -> Section | None:
    """Return the ratings section of a member's profile; None for a guest."""
    return None if member.is_guest else Section("leagues/profile.html", standing_of(member, reader))


def standing_of(member: User, reader: Visitor) -> dict[str, Any]:
    """Return a member's ratings in editions on offer, most played first, and their league entries (three queries)."""
    offered, drawn = on_offer(), histories(member.pk)
    rows = sharing.ratings_of(member.pk)
    ratings = [Rated(row, offered[row.ruleset], row.deviation >= PROVISIONAL, charts.rating(drawn[row.ruleset])) for row in rows]
    return {"ratings": ratings, "entries": pages.entries_of(member, reader)}


class Rated(NamedTuple):
    """A rating for a person's page, with its chart."""

    rating: Rating
    rules: Ruleset
    is_provisional: bool
    graph: str


def histories(person: int) -> dict[str, list[charts.Rated]]:
    """Return {edition: the person's ratings, oldest game first} (one query)."""
    by_edition: dict[str, list[charts.Rated]] = defaultdict(list)
    events = RatingEvent.objects.filter(person=person).order_by("table__ended", "table__number")
    for ruleset, value, deviation, ended in events.values_list("table__ruleset", "after", "after_deviation", "table__ended"):
        by_edition[ruleset].append(charts.Rated(value, deviation, ended))
    return by_edition


def explain(event: RatingEvent, names: dict[int, str]) -> tuple[RatingEvent, float, list[tuple[str, float, float, float]]]:
    """Return (event, change, lines); each line is (opponent, expected percentage, actual percentage, gain)."""
    lines = [(names.get(pk, Entry.NOBODY), expected * 100, actual * 100, gain) for pk, expected, actual, gain in event.against]
    return event, event.after - event.before, lines


@require_safe
def person(request: HttpRequest, ruleset: str, person: int) -> HttpResponse:
    rules = edition_or_404(ruleset)
    rating = get_object_or_404(Rating.objects.select_related("user"), ruleset=ruleset, person=person)
    events = RatingEvent.objects.filter(person=person, table__ruleset=ruleset).select_related("table")
    newest = events.order_by("-table__ended", "-table__number")[:20]
    opponents = {pk for event in newest for pk, *_ in event.against}
    names = dict(User.objects.filter(pk__in=opponents).values_list("pk", "name"))
    band = 2 * rating.deviation
    context = {
        "rules": rules, "rating": rating, "low": rating.value - band, "high": rating.value + band,
        "events": [explain(event, names) for event in newest], "graph": charts.rating(histories(person)[ruleset]),
        "is_provisional": rating.deviation >= PROVISIONAL,
    }  # fmt: skip
    return render(request, "leagues/rating.html", context)
