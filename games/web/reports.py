"""The hosts' pages: open reports, one report with all that belongs to it, and the decision."""

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
from games.web.common import P, View, attempt, signed_in
from games.web.requests import OwnRequest, PageRequest

Resolution = Report.Resolution
MOST = 50
CHOICES = [
    (Resolution.NOTHING, "Do nothing"),
    (Resolution.LINE, "Take the line away"),
    (Resolution.SILENCE, "Mute the captain for a while"),
    (Resolution.BOTH, "Both"),
]


def for_hosts(view: View[OwnRequest, P]) -> View[PageRequest, P]:
    """Let only hosts see a view. The view raises Http404 for everyone else."""

    @wraps(view)
    def guarded(request: OwnRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_host:
            raise Http404
        return view(request, *args, **kwargs)

    return signed_in(guarded)


@for_hosts
@require_safe
def reports_page(request: OwnRequest) -> HttpResponse:
    """Open reports, oldest first, and those decided lately."""
    found = reports.for_host(request.user)
    context = {
        "waiting": found.filter(resolution="").order_by("pk")[:MOST],
        "decided": found.exclude(resolution="").order_by("-decided_at")[:MOST],
    }
    return render(request, "games/reports.html", context)


@for_hosts
@require_safe
def shared_signs_page(request: OwnRequest) -> HttpResponse:
    """Tables where several accounts may be one person."""
    return render(request, "games/shared_signs.html", {"shared": shared_signs.for_host(request.user)})


@for_hosts
@require_safe
def report_page(request: OwnRequest, pk: int) -> HttpResponse:
    return show(request, get_object_or_404(reports.for_host(request.user), pk=pk))


def show(request: OwnRequest, found: Report, problem: str = "", status: int = 200) -> HttpResponse:
    """Render one report with the talk around it and earlier reports about the same captain."""
    context = {
        "report": found, "problem": problem, "around": reports.talk_around(found), "spans": reports.SPANS.items(),
        "resolutions": [(key.value, words) for key, words in CHOICES if found.line_id or key not in reports.TAKES_LINE],
        "before": reports.for_host(request.user).filter(about=found.about_id).exclude(pk=found.pk).order_by("-pk")[:10],
        "may_look": found.game_id and lists.visible_games(request.user).filter(pk=found.game_id).exists(),
        "kept": {field: request.POST.get(field, "")[: reports.LONGEST_WHY] for field in ("resolution", "days", "why")} if problem else {},
    }  # fmt: skip
    return render(request, "games/report.html", context, status=status)


@for_hosts
@require_POST
def decide(request: OwnRequest, pk: int) -> HttpResponse:
    """Carry out the chosen decision, or take back a mistaken one."""
    if "take-back" in request.POST:
        return answer(request, pk, "Taken back: the report is open again.", reports.take_back)
    days = request.POST.get("days", "")
    span = int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
    said = request.POST.get("resolution", "")[:20], request.POST.get("why", ""), span
    return answer(request, pk, "Decided.", reports.decide, *said)


def answer(request: OwnRequest, pk: int, done: str, change: Callable[..., Any], *args: Any) -> HttpResponse:
    problem, status = attempt(change, pk, request.user, *args)
    if problem:
        return show(request, get_object_or_404(reports.for_host(request.user), pk=pk), problem, status)
    messages.success(request, done)
    return redirect("reports")
