"""Views of the organiser's buttons. A button first shows a preview, made by a rolled-back run, and asks for confirmation."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from accounts.services import user_of
from games.web.common import attempt, signed_in
from leagues.models import Season
from leagues.preview import dry_run
from leagues.services import cards, clocks, entries, results, rounds, seasons, substitutes, withdrawals
from leagues.web.common import amount_in, back_to_season, number_in, organised, season_context
from leagues.web.organising import dashboard_context, member

Act = Callable[[HttpRequest, Season], object]
"""A function that carries out a button's action in a season, with the values of the posted form."""
NOT_REPOSTED = ("csrfmiddlewaretoken", "seen")


def step(request: HttpRequest, season: Season) -> object:
    return seasons.advance(season.pk, request.POST.get("step", "")[:20], user_of(request))


def correct(request: HttpRequest, season: Season) -> object:
    places = [int(place) for place in request.POST.getlist("place")[:8] if place.isascii() and place.isdecimal() and len(place) == 1]
    return results.correct(number_in(request, "fixture"), user_of(request), places, reason(request))


def replace(request: HttpRequest, season: Season) -> object:
    return substitutes.replace(number_in(request, "seat"), user_of(request), member(request, "who"), reason(request))


def add_bots(request: HttpRequest, season: Season) -> object:
    return entries.add_bots(season.pk, user_of(request), amount_in(request, "count"), request.POST.get("level", ""))


def card(request: HttpRequest, season: Season) -> object:
    return cards.give_card(number_in(request, "entry"), user_of(request), request.POST.get("kind", ""), reason(request))


def take_out(request: HttpRequest, season: Season) -> object:
    return withdrawals.withdraw(season.pk, user_of(request), number_in(request, "entry"), reason(request))


def answer(request: HttpRequest, season: Season) -> object:
    granted = request.POST.get("granted") == "yes"
    return cards.answer_appeal(number_in(request, "appeal"), user_of(request), granted, reason(request))


def reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:300]


def button(change: Callable[..., object], row: str = "", amount: str = "") -> Act:
    """Return an action that calls `change` with a posted row (or the season), the user, a posted amount and the reason."""

    def act(request: HttpRequest, season: Season) -> object:
        number = number_in(request, row) if row else season.pk
        amounts = [amount_in(request, amount)] if amount else []
        return change(number, user_of(request), *amounts, reason(request))

    return act


ACTS: dict[str, tuple[str, Act]] = {
    "step": ("Take the next step", step),
    "draw-again": ("Draw again", lambda request, season: seasons.draw_again(season.pk, user_of(request))),
    "cancel": ("Cancel the season", button(seasons.cancel)),
    "bots": ("Add bots", add_bots),
    "round": ("Open the round", lambda request, season: rounds.publish(number_in(request, "round"), user_of(request))),
    "pause": ("Pause the season", button(clocks.pause_season, amount="days")),
    "resume": ("End the pause", button(clocks.resume_season)),
    "extend": ("Give more time", button(clocks.extend, "fixture", "hours")),
    "pause-table": ("Pause the table", button(clocks.pause_table, "fixture", "days")),
    "resume-table": ("End the pause of the table", button(clocks.resume_table, "fixture")),
    "adjudicate": ("Adjudicate", button(results.adjudicate, "fixture")),
    "void": ("Void", button(results.void, "fixture")),
    "replay": ("Play it again", button(results.replay, "fixture")),
    "correct": ("Correct the result", correct),
    "rerun": ("Play the same answers over", button(results.rerun, "fixture")),
    "replace": ("Put another captain there", replace),
    "card": ("Give a card", card),
    "lift": ("Take the card back", button(cards.lift_card, "card")),
    "take-out": ("Take out of the season", take_out),
    "answer": ("Answer the appeal", answer),
}


@signed_in
@require_POST
def act(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Show a preview of a button's action, or carry the action out if its preview was confirmed. A refusal changes nothing."""
    season = organised(request, slug, number)
    if what not in ACTS:
        raise Http404
    title, change = ACTS[what]
    if what == "step" and (step := seasons.step_of(season)):
        title = step.button
    previews: list[tuple[dry_run.Preview, bool]] = []
    seen = request.POST.get("seen", "")[:64]
    work = partial(dry_run.carry_out, season.pk, partial(change, request, season), seen)
    problem, status = attempt(lambda: previews.append(work()))
    if problem:
        return render(request, "leagues/organise.html", dashboard_context(request, season) | {"problem": problem}, status=status)
    previewed, is_done = previews[0]
    if is_done:
        messages.success(request, f"Done: {title[0].lower()}{title[1:]}.")
        return back_to_season(season, "organise")
    context = season_context(request, season) | preview(request, season, what, title, previewed) | {"is_late": bool(seen)}
    return render(request, "leagues/confirm.html", context)


def preview(request: HttpRequest, season: Season, what: str, title: str, previewed: dry_run.Preview) -> dict[str, Any]:
    """Return the context of the confirmation page: the preview, and the posted fields to send again."""
    step = seasons.step_of(season)
    fields = [(key, value[:2000]) for key in request.POST if key not in NOT_REPOSTED for value in request.POST.getlist(key)[:20]]
    return {
        "what": what, "title": title, "preview": previewed, "fields": fields, "reason": reason(request),
        "warnings": step.check(season).warnings if what == "step" and step else [],
    }  # fmt: skip
