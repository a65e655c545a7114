"""The reader's notes at a table, below the board and on their own page."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.tables import notes
from games.tables.posted import single_value
from games.web.common import attempt, own_player, page_or_part, signed_in, visible_game
from games.web.requests import OwnRequest


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
