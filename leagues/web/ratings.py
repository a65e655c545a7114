"""Ratings: the list of an edition, and what each game did to one person's."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine import Ruleset
from games.rulesets import on_offer
from leagues.models import Rating, RatingEvent
from leagues.pure.ratings import ACTIVE_DAYS, LEAST_GAMES, PROVISIONAL
from leagues.queries import pages
from leagues.services import seat_values
from leagues.web import charts

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
    offered = on_offer()
    rows = [rated(row, offered[row.ruleset]) for row in Rating.objects.filter(person=person).order_by("-games") if row.ruleset in offered]
    entries = pages.entries_of(who, request.user)
    return render(request, "leagues/captain.html", {"who": who, "ratings": rows, "entries": entries})


class Rated(NamedTuple):
    """One rating as a person's page shows it."""

    rating: Rating
    rules: Ruleset
    is_provisional: bool
    graph: str


def rated(row: Rating, rules: Ruleset) -> Rated:
    """A rating with the drawing of how it came to be."""
    return Rated(row, rules, row.deviation >= PROVISIONAL, charts.rating(list(events_of(row.person, row.ruleset))))


class Explained(NamedTuple):
    """What one game did to a rating, and, a line for each opponent, why: name, expected and got in percent, gain."""

    event: RatingEvent
    change: float
    lines: list[tuple[str, float, float, float]]


def explained(event: RatingEvent, names: dict[int, str]) -> Explained:
    """The event with the names of the opponents."""
    lines = [(names.get(pk, "A former player"), expected * 100, got * 100, gain) for pk, expected, got, gain in event.against]
    return Explained(event, event.after - event.before, lines)


def events_of(person: int, ruleset: str) -> QuerySet[RatingEvent]:
    """What each game did to one rating, the oldest first."""
    found = RatingEvent.objects.filter(person=person, table__ruleset=ruleset)
    return found.select_related("table").order_by("table__ended", "table__number")


@require_safe
def person(request: HttpRequest, ruleset: str, person: int) -> HttpResponse:
    """One person's rating, its graph, and the why of each game."""
    rules = edition_or_404(ruleset)
    found = get_object_or_404(Rating.objects.select_related("user"), ruleset=ruleset, person=person)
    listed = list(events_of(person, ruleset))
    newest = listed[::-1][:20]
    people = {pk for event in newest for pk, *_ in event.against}
    names = dict(get_user_model().objects.filter(pk__in=people).values_list("pk", "name"))
    band = 2 * found.deviation
    context = {
        "rules": rules,
        "rating": found,
        "low": found.value - band,
        "high": found.value + band,
        "events": [explained(event, names) for event in newest],
        "graph": charts.rating(listed),
    }
    return render(request, "leagues/rating.html", context | {"is_provisional": found.deviation >= PROVISIONAL})
