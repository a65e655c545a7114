"""The captain's ledger with the knowledge of the reader's seat, as a page and as a part that the table loads on demand."""

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
    context = {
        "game": game,
        "number": shown_number,
        "is_past": number is not None,
        "sections": ledger.ledger(game, seen.seat, view, seen.names, shown_number),
    }
    return render(request, page_or_part(request, "ledger"), context)
