"""The lobby with open tables, the form for a new table, and the matchmaking page."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Visitor
from games.agreements import clock_queries, clock_sentences
from games.clocks.due_times import Calendar
from games.clocks.forecast import forecast_turn
from games.clocks.terms import Terms, pace_name, pace_sentence
from games.editions import cards
from games.editions.guard import on_offer
from games.engine import RulesError
from games.matchmaking import seeks
from games.matchmaking.seeks import SeekForm, called
from games.models import Game, Seek
from games.moderation import friends
from games.play import standing_orders
from games.queries import lists, reliability
from games.tables import lobby as tables
from games.tables.posted import TableForm
from games.web import orders
from games.web.common import OwnRequest, PageRequest, attempt, signed_in

MOST_TABLES = 10
"""The maximum number of open tables on a page. Older tables follow on further pages."""
MOST_TO_WATCH = 4


@require_safe
def lobby(request: PageRequest) -> HttpResponse:
    """List the tables that the reader may join, and tables that the reader may watch."""
    known, asking = friends.circle_of(request.user) if request.user.is_authenticated else (set(), 0)
    before = moment_of(request)
    tables_found = lists.lobby_tables(request.user, known, MOST_TABLES + 1, before)
    tables_shown = tables_found[:MOST_TABLES]
    at_sea, more_to_watch = lists.to_look_at(request.user, MOST_TO_WATCH, Game.Status.RUNNING, Game.Status.OVER, beside=tables_shown)
    records, measured = reliability.of_tables(tables_shown)
    searches = searches_of_others(request.user)
    context = {
        "older": tables_shown[-1].created_at if len(tables_found) > MOST_TABLES else None, "is_first": before is None,
        "friends": known, "friends_looking": friends_looking(searches, known),
        "asking": asking,
        "tables": tables_shown, "records": records, "measured": measured, "looking": others_looking(searches),
        "open_seats": clock_queries.open_seats(request.user) if request.user.is_authenticated else [],
        "at_sea": at_sea, "told": more_to_watch,
    }  # fmt: skip
    return render(request, "games/lobby.html", context)


def moment_of(request: PageRequest) -> datetime | None:
    """Return the upper limit of the creation times on a further page, or None for the first page."""
    try:
        moment = parse_datetime(request.GET.get("before", ""))
    except ValueError:
        return None
    return moment if moment and timezone.is_aware(moment) else None


class Search(NamedTuple):
    """A captain who is looking for a game, and the editions that the captain would play."""

    user: int
    name: str
    rulesets: list[str]


def friends_looking(searches: Iterable[Search], known: Collection[int]) -> list[tuple[int, str, list[tuple[str, str]]]]:
    """Return (id, name, editions) of the friends who are looking for a game, with (slug, name) for each edition."""
    offered = on_offer()
    searches_of_friends = [search for search in searches if search.user in known]
    return [
        (search.user, search.name, [(slug, offered[slug].name) for slug in search.rulesets if slug in offered])
        for search in searches_of_friends
    ]


@signed_in
@require_POST
def terms_of_new_table(request: OwnRequest, slug: str) -> HttpResponse:
    """Explain the form's time fields while the reader fills them in. Create nothing. Missing fields are no error."""
    rules = on_offer().get(slug)
    if rules is None:
        raise Http404
    form = TableForm(rules, request.POST, zone=request.user.time_zone)
    form.is_valid()
    wrong = [error for name in form.time_fields() for error in form.errors.get(name) or ()]
    context: dict[str, Any] = {"problem": wrong[0]} if wrong else terms_in_words(form.cleaned_data.get("clock"))
    context |= {"first_orders": asked_of_owner(form, request.POST), "is_part": True, "form": form}
    context["are_shown"] = {row.order.key for row in context["first_orders"]["rows"]} == orders.shown_order_keys(request.POST)
    return render(request, "games/new_table_means.html", context)


def asked_of_owner(form: TableForm, data: Mapping[str, str]) -> dict[str, Any]:
    options = form.options()
    known = standing_orders.first_orders(form.rules, options)
    return orders.orders_to_ask(form.rules, options, standing_orders.fitting_orders(known, orders.posted_orders(data, known)))


def terms_in_words(terms: Terms | None) -> dict[str, Any]:
    """Return the terms of the clock in sentences, with an example, or {} for None."""
    if terms is None:
        return {}
    zone, seen = ZoneInfo(terms.zone), forecast_turn(terms, timezone.now().replace(second=0, microsecond=0))
    there = [f"{moment.astimezone(zone):%a %-d %b, %H:%M}" for moment in (seen.due, seen.out)] if seen else []
    lines = clock_sentences.terms_in_words(terms)
    return {"pace": pace_sentence(terms.pace), "lines": lines, "zone": terms.zone, "forecast": seen, "there": there}


def make_table(form: TableForm, request: OwnRequest) -> Game | None:
    """Create the table of a valid form. If refused, add the reason to the form and return None."""
    known = standing_orders.first_orders(form.rules, form.options())
    given_orders = orders.posted_orders(request.POST, known)
    if len(given_orders) < len(known):
        form.add_error(None, "With these options everyone is asked for standing orders before the game begins. Choose yours below.")
        return None
    try:
        with transaction.atomic():
            game = tables.create(request.user, **form.terms(), orders=given_orders)
            for friend in form.invited():
                tables.invite(game.pk, request.user, friend.name)
            return game
    except RulesError as refusal:
        form.add_error(None, refusal.text)
        return None


@signed_in
def new_table(request: OwnRequest, slug: str = "", card: str = "") -> HttpResponse:
    """Show or process the form for a new table. If several editions are on offer, first let the reader choose an edition."""
    offers = cards.offers()
    if not slug and len(offers) > 1:
        return render(request, "games/choose_edition.html", {"offers": offers})
    offer = cards.offer_of(slug or offers[0].rules.slug, card)
    if offer is None:
        raise Http404
    rules, usual = offer.rules, {f"option-{key}": str(value) for key, value in offer.options.items()}
    known = list(friends.friends_of(request.user))
    asked = [friend.pk for friend in known if str(friend.pk) == request.GET.get("with")]
    form = TableForm(
        rules, request.POST if request.method == "POST" else None, zone=request.user.time_zone, initial=usual, friends=known, asked=asked,
        seats=offer.seats,
    )  # fmt: skip
    if form.is_valid() and (game := make_table(form, request)) is not None:
        return redirect("table", game.pk)
    terms = form.cleaned_data.get("clock") if form.is_bound else Terms(calendar=Calendar(request.user.time_zone))
    context = {
        "form": form,
        "rules": rules,
        "offer": offer,
        "with_friend": bool(asked) and len(offers) > 1,
        "lessons": cards.lessons_of(rules),
        "first_orders": asked_of_owner(form, request.POST),
        **terms_in_words(terms),
    }
    return render(request, "games/new_table.html", context, status=422 if form.is_bound else 200)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def matchmaking_page(request: OwnRequest) -> HttpResponse:
    """Begin, change or end the reader's search for a game."""
    if request.method != "POST":
        return show_matchmaking(request)
    if "stop" in request.POST:
        seeks.stop_seeking(request.user)
        messages.info(request, "We have stopped looking for players for you.")
        return redirect("find_players")
    form = SeekForm(request.POST)
    if not form.is_valid():
        return show_matchmaking(request, form, status=422)
    games: list[Game | None] = []
    given_orders = orders.posted_orders(request.POST, seeks.first_orders(form.cleaned_data["rulesets"]))
    problem, status = attempt(lambda: games.append(seeks.seek(request.user, **form.cleaned_data, orders=given_orders)))
    if problem:
        return show_matchmaking(request, form, problem, status)
    if games[0] is not None:
        messages.success(request, "We found players, and the game has begun.")
        return redirect("table", games[0].pk)
    messages.success(request, "Noted. A letter tells you as soon as we find players; the game begins at once.")
    return redirect("find_players")


def show_matchmaking(request: OwnRequest, form: SeekForm | None = None, problem: str = "", status: int = 200) -> HttpResponse:
    offered, known = on_offer(), seeks.first_orders(on_offer())
    initial: dict[str, Any] = {"rulesets": list(offered)}
    before, mine = dict[str, Any](), None
    if seek := Seek.objects.filter(user=request.user).first():
        initial, before = {"rulesets": seek.rulesets, "least": seek.least, "paces": seek.paces}, seek.orders
        games = [called(offered[slug]) for slug in seek.rulesets if slug in offered]
        paces = [pace_name(seconds).lower() for seconds in seek.paces]
        mine = {"games": games, "least": seek.least, "paces": paces, "until": seek.made_at + seeks.LASTS}
    given_orders = standing_orders.fitting_orders(known, {**before, **orders.posted_orders(request.POST if form else {}, known)})
    context = {
        "form": form or SeekForm(initial=initial), "mine": mine, "problem": problem,
        "others": others_looking(searches_of_others(request.user)), "days": seeks.LASTS.days,
        "first_orders": orders.orders_context(seeks.why_first(offered), known, given_orders),
    }  # fmt: skip
    return render(request, "games/find_players.html", context, status=status)


def searches_of_others(user: Visitor) -> list[Search]:
    searches = Seek.objects.filter(user__is_active=True).exclude(user=user.pk)
    return [Search(*row) for row in searches.values_list("user", "user__name", "rulesets")]


def others_looking(searches: Iterable[Search]) -> list[tuple[str, int]]:
    """Return (edition, number of captains who are looking for it), without names of captains."""
    counted = Counter(slug for search in searches for slug in search.rulesets)
    return [(called(rules), counted[rules.slug]) for rules in on_offer().values() if counted[rules.slug]]
