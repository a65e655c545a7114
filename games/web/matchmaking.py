"""The matchmaking page."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Visitor
from games.clocks.terms import pace_name
from games.editions.guard import on_offer
from games.matchmaking import seeks
from games.matchmaking.seeks import SeekForm, called
from games.models import Game, Seek
from games.play import standing_orders
from games.web import first_orders
from games.web.common import OwnRequest, attempt, signed_in


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def matchmaking_page(request: OwnRequest) -> HttpResponse:
    """Begin, change or end the reader's search for a game."""
    if request.method != "POST":
        return show(request)
    if "stop" in request.POST:
        seeks.stop_seeking(request.user)
        messages.info(request, "We have stopped looking for players for you.")
        return redirect("find_players")
    form = SeekForm(request.POST)
    if not form.is_valid():
        return show(request, form, status=422)
    games: list[Game | None] = []
    orders = first_orders.posted_orders(request.POST, seeks.first_orders(form.cleaned_data["rulesets"]))
    problem, status = attempt(lambda: games.append(seeks.seek(request.user, **form.cleaned_data, orders=orders)))
    if problem:
        return show(request, form, problem, status)
    if games[0] is not None:
        messages.success(request, "We found players, and the game has begun.")
        return redirect("table", games[0].pk)
    messages.success(request, "Noted. A letter tells you as soon as we find players; the game begins at once.")
    return redirect("find_players")


def show(request: OwnRequest, form: SeekForm | None = None, problem: str = "", status: int = 200) -> HttpResponse:
    seek = Seek.objects.filter(user=request.user).first()
    initial = {"rulesets": seek.rulesets, "least": seek.least, "paces": seek.paces} if seek else {"rulesets": list(on_offer())}
    context = {
        "form": form or SeekForm(initial=initial), "mine": seek and in_words(seek), "problem": problem,
        "others": others_looking(searches_of_others(request.user)), "days": seeks.LASTS.days,
        "first_orders": orders_context(request.POST if form else {}, seek.orders if seek else {}),
    }  # fmt: skip
    return render(request, "games/find_players.html", context, status=status)


def orders_context(data: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first orders of all editions, with the answers of this form or else of the last search."""
    known = seeks.first_orders(on_offer())
    return first_orders.orders_context(
        seeks.why_first(on_offer()), known, standing_orders.fitting_orders(known, {**before, **first_orders.posted_orders(data, known)})
    )


def in_words(seek: Seek) -> dict[str, Any]:
    """Return the context that describes a search to its captain."""
    offered = on_offer()
    return {
        "games": [called(offered[slug]) for slug in seek.rulesets if slug in offered], "least": seek.least,
        "paces": [pace_name(seconds).lower() for seconds in seek.paces], "until": seek.made_at + seeks.LASTS,
    }  # fmt: skip


class Search(NamedTuple):
    """A captain who looks for a game, and the editions that they would play."""

    user: int
    name: str
    rulesets: list[str]


def searches_of_others(user: Visitor) -> list[Search]:
    searches = Seek.objects.filter(user__is_active=True).exclude(user=user.pk)
    return [Search(*row) for row in searches.values_list("user", "user__name", "rulesets")]


def others_looking(searches: Iterable[Search]) -> list[tuple[str, int]]:
    """Return (edition, number of captains who look for it), without names."""
    counted = Counter(slug for search in searches for slug in search.rulesets)
    return [(called(rules), counted[rules.slug]) for rules in on_offer().values() if counted[rules.slug]]
