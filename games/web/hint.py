"""Hints at a practice table, as a page and as a part that the table loads on demand."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.play import hints
from games.play.hints import Hint
from games.queries import table_view
from games.web.common import own_player, page_or_part, signed_in, visible_game
from games.web.requests import OwnRequest


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
    """Return the form fields (name, value) that play this hint."""
    answer = hint.action.answer
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return [(name, item) for name, pile in zip(("give", "take"), answer, strict=True) for item in pile]
    return [("answer", item) for item in answer] if isinstance(answer, tuple) else [("answer", answer)]
