"""The organiser's pages: urgent work, one table, one captain, the settings."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import user_of
from games.editions.errors import NotAllowed
from games.editions.guard import on_offer
from games.engine import RulesError
from games.play.controllers import bot_levels
from games.tables.lobby import find_person
from games.web.common import signed_in
from leagues.models import League, Season, SubCall
from leagues.queries import dashboard, pages
from leagues.services import clocks, making, organisers
from leagues.web.common import back_to_season, edition_or_404, organised, run_and_report, season_context
from leagues.web.forms import LeagueForm, SeasonForm, SettingsForm, TournamentForm, settings_of

Filled = TypeVar("Filled", bound=forms.Form)
Made = TypeVar("Made")


# -- making ---------------------------------------------------------------------------------------------
def apply_form(form: Filled, change: Callable[[Filled], Made]) -> Made | None:
    """Return the result of `change(form)`; None if the form is invalid or the change is refused, with the refusal as a form error."""
    if not form.is_valid():
        return None
    try:
        return change(form)
    except RulesError as refusal:
        form.add_error(None, refusal.text)
        return None


def posted_form(form_class: Callable[..., Filled], request: HttpRequest, *args: Any, **kwargs: Any) -> Filled:
    return form_class(*args, request.POST if request.method == "POST" else None, **kwargs)


@signed_in
def new_league(request: HttpRequest) -> HttpResponse:
    form = posted_form(LeagueForm, request, initial={"ruleset": request.GET.get("game", "")[:40]})
    league = apply_form(form, lambda form: making.create_league(user_of(request), **form.cleaned_data))
    if league is not None:
        return redirect("leagues:new_season", league.slug)
    return render(request, "leagues/new_league.html", {"form": form}, status=422 if form.is_bound else 200)


@signed_in
def new_tournament(request: HttpRequest) -> HttpResponse:
    form = posted_form(TournamentForm, request)
    season = apply_form(form, lambda form: making.create_tournament(user_of(request), **form.terms()))
    if season is not None:
        messages.success(request, "Registration is open. Send people the address of this page.")
        return back_to_season(season)
    return render(request, "leagues/new_tournament.html", {"form": form}, status=422 if form.is_bound else 200)


@signed_in
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug, organisers=user_of(request))
    rules = edition_or_404(league.ruleset)
    before = league.seasons.first()
    form = posted_form(SeasonForm, request, rules, initial=settings_of(before) if before else None)
    season = apply_form(form, lambda form: making.create_season(league.pk, user_of(request), form.preset(), *form.times()))
    if season is not None:
        return back_to_season(season, "organise")
    context = {"form": form, "league": league, "rules": rules, "before": before}
    return render(request, "leagues/new_season.html", context, status=422 if form.is_bound else 200)


@signed_in
@require_POST
def edit_league(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    user = user_of(request)
    if what == "organise":
        league = get_object_or_404(League, slug=slug)
        run_and_report(request, "You organise this league now.", organisers.take_over, league.pk, user)
        return redirect("leagues:league", slug)
    league = get_object_or_404(League, slug=slug, organisers=user)
    if what == "organisers":
        run_and_report(request, "There is one organiser more.", lambda: making.add_organiser(league.pk, user, member(request, "who")))
    elif what == "step-down":
        run_and_report(request, "You do not organise this league any more.", making.step_down, league.pk, user)
    elif what == "about":
        run_and_report(request, "The house rules are changed.", making.describe, league.pk, user, request.POST.get("about", ""))
    else:
        raise Http404
    return redirect("leagues:league", slug)


def member(request: HttpRequest, field: str) -> User:
    """Return the person with the posted name. Raise NotAllowed if there is none."""
    person, _ = find_person(" ".join(request.POST.get(field, "").split())[:60])
    if person is None:
        raise NotAllowed("nobody", "Please give the name somebody goes by here.")
    return person


# -- looking --------------------------------------------------------------------------------------------
def dashboard_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    asked = {key: request.GET.get(key, "")[:40] for key in ("state", "page", "who")}
    dashboard_parts = dashboard.dashboard_of(season, user_of(request), asked["state"], asked["page"], asked["who"])
    context = season_context(request, season, dashboard_parts["everyone"]) | dashboard_parts
    rules = on_offer().get(season.league.ruleset)
    address = request.build_absolute_uri(reverse("leagues:season", args=[season.league.slug, season.number]))
    return context | {"levels": bot_levels(rules) if rules else [], "address": address}


@signed_in
@require_safe
def dashboard_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    season = organised(request, slug, number)
    return render(request, "leagues/organise.html", dashboard_context(request, season))


@signed_in
@require_safe
def table(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season = organised(request, slug, number)
    fixture = get_object_or_404(pages.fixtures_of(round__season=season), pk=pk)
    mine = season.entries.filter(user=user_of(request))
    (watched,) = dashboard.watched(season, [fixture], dashboard.own_divisions(season, user_of(request), mine))
    context = season_context(request, season) | {
        "fixture": fixture, "watched": watched, "paused": clocks.pauses_of(pk=pk).order_by("end").last(),
        "acts": fixture.acts.select_related("by"),
        "calls": SubCall.objects.filter(seat__fixture=fixture).order_by("seat", "pk").select_related("substitute__user"),
    }  # fmt: skip
    return render(request, "leagues/decide_table.html", context)


@signed_in
@require_safe
def captain(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    season = organised(request, slug, number)
    entry = get_object_or_404(season.entries.select_related("user", "division"), pk=pk)
    mine, games = season.entries.filter(user=user_of(request)), pages.record(entry)
    context = season_context(request, season) | {
        "entry": entry, "games": games, "strikes": sum(game["mine"].strikes for game in games if game["fixture"].counts),
        "cards": entry.sanctions.order_by("pk"), "absences": entry.absences.all(),
        "may_decide": entry.division_id not in dashboard.own_divisions(season, user_of(request), mine), "appeals": entry.appeals.all(),
    }  # fmt: skip
    return render(request, "leagues/decide_captain.html", context)


@signed_in
def settings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show and save the settings of a season: all settings of a draft, later only those that may still change."""
    season = organised(request, slug, number)
    rules = edition_or_404(season.league.ruleset)
    form = posted_form(SettingsForm, request, season, rules)
    done = apply_form(form, lambda form: making.change(season.pk, user_of(request), **form.changes()))
    if done is not None:
        messages.success(request, "The settings are changed.")
        return back_to_season(season, "organise")
    context = season_context(request, season) | {"form": form, "rules": rules}
    return render(request, "leagues/settings.html", context, status=422 if form.is_bound else 200)
