"""Block and report captains, and the page of the reader's own blocks and reports."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.words import silence_of
from games.moderation import blocks, reports
from games.tables import removing
from games.web.common import attempt, signed_in
from games.web.profile import back_to_captain, captain_or_404, line_of, show, table_of
from games.web.requests import OwnRequest

NEWEST = 30


@signed_in
@require_POST
def block(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    left_tables: list[str] = []
    problem, status = attempt(lambda: left_tables.extend(removing.block(request.user, who)))
    if problem:
        return show(request, who, problem, status)
    messages.success(request, " ".join([f"You blocked {who.name}.", *(f"You left “{name}”, where they sit." for name in left_tables)]))
    return back_to_captain(request, pk)


@signed_in
@require_POST
def unblock(request: OwnRequest, pk: int) -> HttpResponse:
    """End a block, from a profile or from the list of blocks."""
    who = captain_or_404(pk)
    blocks.unblock(request.user, who)
    messages.success(request, f"You unblocked {who.name}.")
    return redirect("blocks") if "list" in request.POST else back_to_captain(request, pk)


@signed_in
@require_POST
def report(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    line = line_of(request, who)
    table = table_of(request, line)
    fields = request.POST.get("reason", "")[:20], request.POST.get("words", "")
    problem, status = attempt(reports.report, request.user, who, *fields, line=line, game=table)
    if problem:
        return show(request, who, problem, status)
    messages.success(request, "Your report came in. This site’s hosts read it; their decision will stand here.")
    return redirect("blocks")


@signed_in
@require_safe
def my_blocks(request: OwnRequest) -> HttpResponse:
    """List the reader's blocks and reports, and any mute."""
    context = {
        "blocks": request.user.blocks.select_related("other"), "silence": silence_of(request.user),
        "reports": request.user.reports.select_related("about", "game").order_by("-pk")[:NEWEST],
    }  # fmt: skip
    return render(request, "games/my_blocks.html", context)
