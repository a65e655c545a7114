"""The organiser's pages: what needs me now, every table with its clock, and buttons that ask for a reason."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.engine import RulesError
from games.errors import NotAllowed
from games.rulesets import on_offer
from games.services.tables import find_person
from games.speakers import bot_levels
from games.views.common import attempt, signed_in
from leagues import desk
from leagues.forms import LeagueForm, SeasonForm
from leagues.models import League, Season
from leagues.services import absent, entries, making, results, rounds, seasons
from leagues.views.common import about, back, number_in, organised, said


@signed_in
def new_league(request: HttpRequest) -> HttpResponse:
    """One form makes a league; its first season comes next."""
    form = LeagueForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            league = making.create_league(request.user, **form.cleaned_data)
        except RulesError as refusal:
            form.add_error(None, refusal.text)
        else:
            return redirect("leagues:new_season", league.slug)
    return render(request, "leagues/new_league.html", {"form": form}, status=422 if form.is_bound else 200)


@signed_in
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """One form makes a season, as a draft that only organisers see."""
    league = get_object_or_404(League, slug=slug, organisers=request.user)
    rules = on_offer().get(league.ruleset)
    if rules is None:
        raise Http404
    form = SeasonForm(rules, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            times = (form.cleaned_data["registration_to"], form.cleaned_data["starts"])
            season = making.create_season(league.pk, request.user, form.preset(), *times)
        except RulesError as refusal:
            form.add_error(None, refusal.text)
        else:
            return back(season, "organise")
    context = {"form": form, "league": league, "rules": rules}
    return render(request, "leagues/new_season.html", context, status=422 if form.is_bound else 200)


@signed_in
@require_POST
def add_organiser(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug, organisers=request.user)
    said(request, "There is one organiser more.", lambda: making.add_organiser(league.pk, request.user, member(request, "who")))
    return redirect("leagues:league", slug)


def member(request: HttpRequest, field: str):
    """The member somebody named."""
    person, _ = find_person(" ".join(request.POST.get(field, "").split())[:60])
    if person is None:
        raise NotAllowed("nobody", "Please give the name somebody goes by here.")
    return person


@signed_in
@require_safe
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everything about running a season on one page, the most pressing first."""
    season = organised(request, slug, number)
    context = about(request, season) | desk.of(season, request.user)
    context["levels"] = bot_levels(on_offer()[season.league.ruleset]) if season.league.ruleset in on_offer() else []
    return render(request, "leagues/organise.html", context)


# -- what the buttons do ----------------------------------------------------------------------------------
def step(request: HttpRequest, season: Season):
    seasons.advance(season.pk, request.POST.get("step", "")[:20], request.user, request.POST.get("sure") == "yes")


def correct(request: HttpRequest, season: Season):
    places = [int(place) for place in request.POST.getlist("place")[:8] if place.isascii() and place.isdecimal() and len(place) == 1]
    results.correct(number_in(request, "fixture"), request.user, places, reason(request))


def replace(request: HttpRequest, season: Season):
    absent.replace(number_in(request, "seat"), request.user, member(request, "who"), reason(request))


def add_bots(request: HttpRequest, season: Season):
    entries.add_bots(season.pk, request.user, number_in(request, "count"), request.POST.get("level", ""))


def card(request: HttpRequest, season: Season):
    entries.give_card(number_in(request, "entry"), request.user, request.POST.get("kind", ""), reason(request))


def take_out(request: HttpRequest, season: Season):
    entries.withdraw(season.pk, request.user, number_in(request, "entry"), reason(request))


def answer(request: HttpRequest, season: Season):
    granted = request.POST.get("granted") == "yes"
    entries.answer_appeal(number_in(request, "appeal"), request.user, granted, reason(request))


def reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:300]


def fixture_act(change, *fields: str):
    """A button of one table: its number, perhaps more numbers, the reason."""

    def act(request: HttpRequest, season: Season):
        change(number_in(request, "fixture"), request.user, *(number_in(request, field) for field in fields), reason(request))

    return act


ACTS = {
    "step": ("Done.", step),
    "draw-again": ("Drawn again.", lambda request, season: seasons.draw_again(season.pk, request.user)),
    "cancel": ("The season is cancelled.", lambda request, season: seasons.cancel(season.pk, request.user, reason(request))),
    "bots": ("The bots are on board.", add_bots),
    "round": ("The round is open.", lambda request, season: rounds.publish(number_in(request, "round"), request.user)),
    "extend": ("They have more time.", fixture_act(absent.extend, "hours")),
    "adjudicate": ("The game is adjudicated.", fixture_act(results.adjudicate)),
    "void": ("The table is void.", fixture_act(results.void)),
    "correct": ("The result is corrected.", correct),
    "replace": ("The seat has another captain.", replace),
    "card": ("The card is given.", card),
    "take-out": ("They are out of the season.", take_out),
    "answer": ("The appeal is answered.", answer),
}


@signed_in
@require_POST
def act(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """One of these buttons; a refusal is told on the page itself, with nothing changed."""
    season = organised(request, slug, number)
    if what not in ACTS:
        raise Http404
    done, change = ACTS[what]
    problem, status = attempt(change, request, season)
    if not problem:
        messages.success(request, done)
        return back(season, "organise")
    context = about(request, season) | desk.of(season, request.user) | {"problem": problem, "levels": []}
    return render(request, "leagues/organise.html", context, status=status)
