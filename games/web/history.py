"""The history of a game, move by move, as the reader could see it at the time."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.history import ledger
from games.models import Game
from games.queries import journal, past, table_view
from games.web import sharing
from games.web.common import visible_game
from games.web.parts import parts_of, show
from games.web.replay import as_json
from games.web.requests import PageRequest

AROUND = 20


@require_safe
def history_page(request: PageRequest, pk: int, number: int | None = None) -> HttpResponse:
    """The table as it was after one move, with the moves around it."""
    game = visible_game(request, pk)
    if game.public is None:
        return redirect("table", pk)
    if number is None:
        number = asked_for(request, game, game.number)
    if number > game.number:
        return redirect("history_at", pk, game.number)
    context = at(request, game, number) | {"steps": "history_at", "shared": sharing.of_game(game, "{}, move by move")}
    return show(request, "games/history.html", context)


NOTHING: tuple[journal.SeenMove | None, list[str]] = (None, [])
"""What stands for a move that tells this reader nothing."""


def asked_for(request: PageRequest, game: Game, otherwise: int) -> int:
    """Return the number of the move asked for in the form, or `otherwise`."""
    said = request.GET.get("to", "")
    return min(int(said), game.number) if said.isascii() and said.isdecimal() and len(said) < 10 else otherwise


def at(request: PageRequest, game: Game, number: int, with_undone: bool = True) -> dict:
    """Return the position after move `number` and the moves around it.

    The steps back and forth skip moves with nothing to see, and without `with_undone` those that were taken back.
    """
    players = list(game.players.select_related("user").order_by("seat", "pk"))
    seat, names = table_view.seat_of(players, request.user), [player.name for player in players]
    around = journal.journal(game, seat, max(-1, number - AROUND - 1), names, limit=2 * AROUND + 1)
    here, sentences = next(((move, told) for move, told in around if move.number == number), NOTHING)
    around = [(move, told) for move, told in around if told or move.number == number]
    moves = [move for move, _ in around]
    numbers = [move.number for move in (moves if with_undone else journal.lasting(moves))]
    view = past.view_at(game, seat, number)
    return {
        "game": game, "rules": game.rules, "seat": seat, "names": names, "number": number, "around": around,
        "has_ledger": seat is not None and ledger.has_ledger(game), "move": here, "sentences": sentences, "view": view,
        "previous": max((one for one in numbers if one < number), default=number - 1) if number > 0 else None,
        "next": min((one for one in numbers if one > number), default=number + 1) if number < game.number else None,
        "seed": past.seed_of(game), "scenes": as_json(game.rules, view, [here] if here else [], names, seat),
        **parts_of(game.rules, view, names, None, here.events if here else []),
    }  # fmt: skip
