"""A captain's own pages of a season, and the page on which a captain answers a letter without signing in."""

from collections.abc import Callable
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.services import user_of
from games.editions.errors import NotAllowed
from games.web import orders
from games.web.common import answered_in_word, signed_in
from leagues.mail import letters
from leagues.models import Season, SubCall
from leagues.queries import pages
from leagues.services import cards, entries, ready_check, substitutes, withdrawals
from leagues.web.common import asked_orders, back_to_season, number_in, run_and_report, season_context, visible_season
from notifications.inbound import reply_addresses

GAMES_TO_COME = (Season.Status.REGISTRATION, Season.Status.SEEDING, Season.Status.RUNNING)
"""Statuses in which captains may announce absences and offer to be a substitute, because games are still to come."""


@signed_in
@require_safe
def me(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = visible_season(request, slug, number)
    context = season_context(request, season)
    entry = context["my_entry"]
    is_substitute = season.substitutes.filter(user=user_of(request)).exists()
    calls = SubCall.objects.filter(substitute__user=user_of(request), seat__fixture__round__season=season, answer="")
    context |= {
        "games": pages.record(entry) if entry else [], "absences": entry.absences.all() if entry else [],
        "appeals": entry.appeals.all() if entry else [], "cards": entry.cards if entry else [],
        "to_confirm": ready_check.round_to_confirm(entry) if entry else None,
        "waits_for": ready_check.waits_for(entry) if entry else [],
        "seats_taken": substitutes.seats_of(season, user_of(request)),
        "calls": calls.select_related("seat__fixture__division", "seat__entry__user") if is_substitute else [],
        "first_orders": asked_orders(season, user_of(request)) if season.status in GAMES_TO_COME else {},
        "has_part": entries.has_part(season, user_of(request)),
        "is_substitute": is_substitute, "goes_on": season.status in GAMES_TO_COME,
        "today": timezone.now().date(),
    }  # fmt: skip
    return render(request, "leagues/me.html", context)


def posted_day(request: HttpRequest, field: str) -> date:
    """Return the date posted in the form field. Raise NotAllowed unless it is valid."""
    try:
        day = parse_date(request.POST.get(field, ""))
    except ValueError:
        day = None
    if day is None:
        raise NotAllowed("date", "Give the first and the last day.")
    return day


def be_away(request: HttpRequest, season: Season) -> object:
    return entries.be_away(season.pk, user_of(request), posted_day(request, "begin"), posted_day(request, "end"))


def withdraw(request: HttpRequest, season: Season) -> object:
    """Withdraw the user from a season. After the draw, a withdrawal is final, so the form must confirm it."""
    season.entries.get(user=user_of(request))
    if season.is_drawn and request.POST.get("sure") != "yes":
        raise NotAllowed("sure", "Tick “I am sure”: after you withdraw you cannot come back this season.")
    return withdrawals.withdraw(season.pk, user_of(request))


def orders_in(request: HttpRequest, season: Season) -> dict[str, str]:
    return orders.posted_orders(request.POST, entries.first_orders(season))


ACTS: dict[str, tuple[str, Callable[[HttpRequest, Season], object]]] = {
    "orders": (
        "Your standing orders are written down. Your next tables begin with them.",
        lambda request, season: entries.give_orders(season, user_of(request), orders_in(request, season)),
    ),
    "register": (
        "You are registered. Welcome aboard.",
        lambda request, season: entries.register(season.pk, user_of(request), orders_in(request, season)),
    ),
    "withdraw": ("You have withdrawn.", withdraw),
    "away": ("Your days away are noted.", be_away),
    "there": (
        "Those days are taken back.",
        lambda request, season: entries.be_there(user_of(request), number_in(request, "absence")),
    ),
    "offer": (
        "You are on the list of substitutes. Thank you.",
        lambda request, season: substitutes.offer(season.pk, user_of(request), orders=orders_in(request, season)),
    ),
    "no-offer": (
        "You are off the list of substitutes.",
        lambda request, season: season.substitutes.filter(user=user_of(request)).delete(),
    ),
    "ready": ("You are ready. Fair winds!", lambda request, season: ready_check.say_ready(season.pk, user_of(request))),
    "appeal": (
        "The organisers have your appeal.",
        lambda request, season: cards.appeal(season.pk, user_of(request), request.POST.get("text", "")),
    ),
    "yes": (
        "The seat is yours. Fair winds!",
        lambda request, season: substitutes.answer_call(number_in(request, "call"), user_of(request), True),
    ),
    "no": (
        "Thank you for the answer.",
        lambda request, season: substitutes.answer_call(number_in(request, "call"), user_of(request), False),
    ),
}


@signed_in
@require_POST
def act(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    season = visible_season(request, slug, number)
    if what not in ACTS:
        raise Http404
    done, change = ACTS[what]
    run_and_report(request, done, change, request, season)
    return back_to_season(season, "season" if what in ("register", "withdraw") else "me")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Show the possible answers to a letter on GET, because mail scanners follow links; carry out an answer on POST."""
    row, season = reply_addresses.find_by_key(key), None
    if row and row.purpose == letters.PURPOSE:
        season = Season.objects.select_related("league").filter(pk=row.facts["season"]).first()
    if row is None or season is None or row.user is None:
        return render(request, "games/by_link_spent.html", {"problem": "This link is not one of ours, or it was cut off."}, status=404)
    if reply_addresses.is_dead(row) or not row.user.is_active:
        return render(request, "games/by_link_spent.html", {"problem": "This link is too old."}, status=410)
    words, user = letters.ANSWERS[row.facts["asked"]], row.user
    answer = answered_in_word(request, words, lambda word: letters.carry_out_reply(user, row.facts, word))
    if isinstance(answer, HttpResponse):
        return answer
    problem, status = answer
    sentence = letters.asked_sentence(user, row.facts)
    context = {"season": season, "sentence": sentence, "words": words if sentence else (), "word_at": request.path, "problem": problem}
    return render(request, "leagues/answer.html", context, status=status)
