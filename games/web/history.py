"""The history of a game, move by move, as the reader could see it then."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.history import ledger
from games.models import Game
from games.queries import journal, past, table_view
from games.web import sharing
from games.web.common import PageRequest, parse_number, visible_game
from games.web.news import scenes_as_json
from games.web.parts import parts_of, show

AROUND = 20


@require_safe
def history_page(request: PageRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the table after one move, with the moves around it."""
    game = visible_game(request, pk)
    if game.public is None:
        return redirect("table", pk)
    if number is None:
        number = asked_for(request, game, game.number)
    if number > game.number:
        return redirect("history_at", pk, game.number)
    context = position_at(request, game, number) | {"steps": "history_at", "shared": sharing.of_game(game, "{}, move by move")}
    return show(request, "games/history.html", context)


NOTHING: tuple[journal.SeenMove | None, list[str]] = (None, [])
"""A move without sentences for this reader."""


def asked_for(request: PageRequest, game: Game, otherwise: int) -> int:
    """Return the move number of the form, at most the newest; `otherwise` without one."""
    number = parse_number(request.GET.get("to", ""))
    return otherwise if number is None else min(number, game.number)


def position_at(request: PageRequest, game: Game, number: int, with_undone: bool = True) -> dict[str, Any]:
    """Return the context with the position after move `number` and the moves around it.

    The steps back and forth skip moves without sentences, and undone ones unless `with_undone`.
    """
    players = list(game.players.select_related("user").order_by("seat", "pk"))
    seat, names = table_view.seat_of(players, request.user), [player.name for player in players]
    around = journal.journal(game, seat, max(-1, number - AROUND - 1), names, limit=2 * AROUND + 1)
    here, sentences = next(((move, sentences) for move, sentences in around if move.number == number), NOTHING)
    around = [(move, sentences) for move, sentences in around if sentences or move.number == number]
    moves = [move for move, _ in around]
    numbers = [move.number for move in (moves if with_undone else journal.lasting(moves))]
    view = past.view_at(game, seat, number)
    return {
        "game": game, "rules": game.rules, "seat": seat, "names": names, "number": number, "around": around,
        "has_ledger": seat is not None and ledger.has_ledger(game), "move": here, "sentences": sentences, "view": view,
        "previous": max((candidate for candidate in numbers if candidate < number), default=number - 1) if number > 0 else None,
        "next": min((candidate for candidate in numbers if candidate > number), default=number + 1) if number < game.number else None,
        "seed": past.seed_of(game), "scenes": scenes_as_json(game.rules, view, [here] if here else [], names, seat),
        **parts_of(game.rules, view, names, None, here.events if here else []),
    }  # fmt: skip
