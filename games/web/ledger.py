"""The captain's ledger: what the reader's own seat knows, on a page of its own and as a part that the table loads when asked."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.history import ledger
from games.queries import past, table_view
from games.web.common import own_player, page_or_part, signed_in, visible_game
from games.web.requests import OwnRequest


@signed_in
@require_safe
def ledger_page(request: OwnRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show what the reader knows, now or as it was after move `number`. Raises Http404 for people without a seat here."""
    own_player(request, pk)
    game = visible_game(request, pk)
    if game.public is None or not ledger.has_ledger(game):
        raise Http404
    if number is not None and number > game.number:
        return redirect("ledger", pk)
    seen = table_view.table(game, request.user)
    if seen.seat is None:
        raise Http404
    at = seen.number if number is None else number
    view = seen.view if number is None else past.view_at(game, seen.seat, at)
    context = {"game": game, "number": at, "is_past": number is not None, "sections": ledger.ledger(game, seen.seat, view, seen.names, at)}
    return render(request, page_or_part(request, "games/ledger.html", "ledger"), context)
