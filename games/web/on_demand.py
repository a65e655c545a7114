"""A table's hints, captain's ledger and notes: pages of their own, and parts that the table loads on demand."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games.history import ledger
from games.play import hints
from games.play.hints import Hint
from games.queries import past, table_view
from games.tables import notes
from games.tables.posted import single_value
from games.web.common import OwnRequest, attempt, own_player, page_or_part, signed_in, visible_game


@signed_in
@require_safe
def hint_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show the hints for the reader's present question. Raise Http404 for other readers, and at tables with several humans."""
    own_player(request, pk)
    game = visible_game(request, pk)
    seen = table_view.table(game, request.user)
    if seen.seat is None or seen.view is None or not hints.are_allowed(game, seen.players, seen.seat):
        raise Http404
    offered = hints.hints(game, seen.seat, seen.view, seen.decisions, seen.names) if seen.decisions else []
    context = {"game": game, "number": seen.number, "is_asked": bool(seen.decisions), "hints": [(hint, fields(hint)) for hint in offered]}
    return render(request, page_or_part(request, "hint"), context)


def fields(hint: Hint) -> list[tuple[str, Any]]:
    answer = hint.action.answer
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return [(name, item) for name, pile in zip(("give", "take"), answer, strict=True) for item in pile]
    return [("answer", item) for item in answer] if isinstance(answer, tuple) else [("answer", answer)]


@signed_in
@require_safe
def ledger_page(request: OwnRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the reader's knowledge, now or after move `number`. Raise Http404 without a seat here."""
    own_player(request, pk)
    game = visible_game(request, pk)
    if game.public is None or not ledger.has_ledger(game):
        raise Http404
    if number is not None and number > game.number:
        return redirect("ledger", pk)
    seen = table_view.table(game, request.user)
    if seen.seat is None:
        raise Http404
    shown_number = seen.number if number is None else number
    view = seen.view if number is None else past.view_at(game, seen.seat, shown_number)
    sections = ledger.ledger(game, seen.seat, view, seen.names, shown_number)
    context = {"game": game, "number": shown_number, "is_past": number is not None, "sections": sections}
    return render(request, page_or_part(request, "ledger"), context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def notes_page(request: OwnRequest, pk: int) -> HttpResponse:
    """Show or save the reader's notes. Raise Http404 without a seat here."""
    own_player(request, pk)
    game, problem, status, written = visible_game(request, pk), "", 200, ""
    if request.method == "POST":
        written = request.POST.get("notes", "")[: 2 * notes.MAX_LENGTH]
        problem, status = attempt(lambda: notes.save_notes(pk, request.user, single_value(request.POST, "notes", 2 * notes.MAX_LENGTH)))
        if not (problem or request.htmx):
            return redirect(f"{reverse('table', args=[pk])}#notes")
    context = {"game": game, "notes": written if problem else notes.notes_of(pk, request.user), "notes_problem": problem, "is_open": True}
    context["is_kept"] = request.method == "POST" and not problem
    return render(request, page_or_part(request, "notes"), context, status=status)
