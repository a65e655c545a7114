"""Pages for hosts: the list of reports, and one report with its context and the form for a decision."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.models import Report
from games.moderation import reports, shared_signs
from games.queries import lists
from games.web.common import OwnRequest, P, PageRequest, View, attempt, parse_number, signed_in

Resolution = Report.Resolution
MOST_REPORTS = 50
CHOICES = [
    (Resolution.NOTHING, "Do nothing"),
    (Resolution.LINE, "Take the line away"),
    (Resolution.SILENCE, "Mute the captain for a while"),
    (Resolution.BOTH, "Both"),
]


def for_hosts(view: View[OwnRequest, P]) -> View[PageRequest, P]:
    """Restrict a view to hosts. Raise Http404 for all other people."""

    @wraps(view)
    def guarded(request: OwnRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_host:
            raise Http404
        return view(request, *args, **kwargs)

    return signed_in(guarded)


@for_hosts
@require_safe
def reports_page(request: OwnRequest) -> HttpResponse:
    visible = reports.for_host(request.user)
    context = {
        "waiting": visible.filter(resolution="").order_by("pk")[:MOST_REPORTS],
        "decided": visible.exclude(resolution="").order_by("-decided_at")[:MOST_REPORTS],
    }
    return render(request, "games/reports.html", context)


@for_hosts
@require_safe
def shared_signs_page(request: OwnRequest) -> HttpResponse:
    """List the tables at which several accounts may belong to the same person."""
    return render(request, "games/shared_signs.html", {"shared": shared_signs.for_host(request.user)})


@for_hosts
@require_safe
def report_page(request: OwnRequest, pk: int) -> HttpResponse:
    return show(request, get_object_or_404(reports.for_host(request.user), pk=pk))


def show(request: OwnRequest, report: Report, problem: str = "", status: int = 200) -> HttpResponse:
    """Render a report with the chat around the reported line and earlier reports about the same captain."""
    context = {
        "report": report, "problem": problem, "around": reports.talk_around(report), "spans": reports.SPANS.items(),
        "resolutions": [(key.value, words) for key, words in CHOICES if report.line_id or key not in reports.TAKES_LINE],
        "before": reports.for_host(request.user).filter(about=report.about_id).exclude(pk=report.pk).order_by("-pk")[:10],
        "may_look": report.game_id and lists.visible_games(request.user).filter(pk=report.game_id).exists(),
        "kept": {field: request.POST.get(field, "")[: reports.MAX_REASON] for field in ("resolution", "days", "why")} if problem else {},
    }  # fmt: skip
    return render(request, "games/report.html", context, status=status)


@for_hosts
@require_POST
def decide(request: OwnRequest, pk: int) -> HttpResponse:
    """Carry out the posted decision about a report, or reopen the report."""
    if "take-back" in request.POST:
        return answer(request, pk, "Taken back: the report is open again.", reports.take_back)
    days = parse_number(request.POST.get("days", ""), 3) or 0
    decision = request.POST.get("resolution", "")[:20], request.POST.get("why", ""), days
    return answer(request, pk, "Decided.", reports.decide, *decision)


def answer(request: OwnRequest, pk: int, done: str, change: Callable[..., Any], *args: Any) -> HttpResponse:
    problem, status = attempt(change, pk, request.user, *args)
    if problem:
        return show(request, get_object_or_404(reports.for_host(request.user), pk=pk), problem, status)
    messages.success(request, done)
    return redirect("reports")
