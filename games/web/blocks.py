"""A captain's page, from which the reader blocks or reports them; and the reader's own page about their blocks and reports."""

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.models import ChatLine, Game, Report
from games.moderation import blocks, reports
from games.queries import lists
from games.tables.chat import silence_of
from games.web.common import attempt, signed_in
from games.web.requests import OwnRequest, PageRequest

NEWEST = 30


def captain_or_404(pk: int) -> User:
    return get_object_or_404(get_user_model(), pk=pk)


def number_of(request: PageRequest, key: str) -> int | None:
    """Return a number from the query string, or None if it has none. Raises Http404 for anything that is not a number."""
    said = request.GET.get(key)
    if said is None:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) < 16):
        raise Http404
    return int(said)


def line_of(request: PageRequest, who: User) -> ChatLine | None:
    """Return the captain's line in the query string, if the reader may read it; else None."""
    pk = number_of(request, "line")
    lines = ChatLine.objects.filter(user=who, game__in=lists.visible_games(request.user)).exclude(text="").select_related("game")
    return None if pk is None else get_object_or_404(lines, pk=pk)


def table_of(request: PageRequest, line: ChatLine | None) -> Game | None:
    """Return the table from which the reader came, if they may see it; else None."""
    pk = number_of(request, "table")
    if line is not None or pk is None:
        return line.game if line else None
    return lists.visible_games(request.user).filter(pk=pk).first()


@signed_in
@require_safe
def captain(request: OwnRequest, pk: int) -> HttpResponse:
    return show(request, captain_or_404(pk))


def show(request: OwnRequest, who: User, problem: str = "", status: int = 200) -> HttpResponse:
    """Render one captain, and what the reader can do about them."""
    line = line_of(request, who)
    context = {
        "who": who, "line": line, "table": table_of(request, line), "problem": problem, "reasons": Report.Reason.choices,
        "is_blocked": request.user.blocks.filter(other=who).exists(), "most": reports.LONGEST,
        "kept": {field: request.POST.get(field, "")[: reports.LONGEST] for field in ("reason", "words")} if problem else {},
    }  # fmt: skip
    return render(request, "games/captain.html", context, status=status)


def back_to_captain(request: PageRequest, pk: int) -> HttpResponse:
    """Redirect to the captain's page, about the same line and table as before."""
    behind = request.GET.urlencode()
    return redirect(reverse("captain", args=[pk]) + (f"?{behind}" if behind else ""))


@signed_in
@require_POST
def block(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    problem, status = attempt(blocks.block, request.user, who)
    if problem:
        return show(request, who, problem, status)
    messages.success(request, f"You keep {who.name} away.")
    return back_to_captain(request, pk)


@signed_in
@require_POST
def unblock(request: OwnRequest, pk: int) -> HttpResponse:
    """End a block, from a captain's page or from the list of blocks."""
    who = captain_or_404(pk)
    blocks.unblock(request.user, who)
    messages.success(request, f"You keep {who.name} away no longer.")
    return redirect("blocks") if "list" in request.POST else back_to_captain(request, pk)


@signed_in
@require_POST
def report(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    line = line_of(request, who)
    table = table_of(request, line)
    said = request.POST.get("reason", "")[:20], request.POST.get("words", "")
    problem, status = attempt(reports.report, request.user, who, *said, line=line, game=table)
    if problem:
        return show(request, who, problem, status)
    messages.success(request, "Your report came in. Those who run this site read it; what became of it stands here.")
    return redirect("blocks")


@signed_in
@require_safe
def my_blocks(request: OwnRequest) -> HttpResponse:
    """The reader's blocks, their reports, and whether they may speak."""
    context = {
        "blocks": request.user.blocks.select_related("other"), "silence": silence_of(request.user),
        "reports": request.user.reports.select_related("about", "game").order_by("-pk")[:NEWEST],
    }  # fmt: skip
    return render(request, "games/my_blocks.html", context)
