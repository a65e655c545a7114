"""Small pictures of boards as spectators see them. Browsers cache them for a year, so they hold no secret."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.drawing import board_pictures
from games.editions import cards, guard
from games.kit.parts import face_of
from games.models import Game
from games.storage.snapshots import state_of
from games.web.common import visible_game
from games.web.requests import PageRequest

CACHE_FOREVER = "private, max-age=31536000, immutable"


@require_safe
def board_picture(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Send the picture of the board after the newest move; redirect any other number to it. Raise Http404 without a picture."""
    game = visible_game(request, pk)
    if game.public is None:
        raise Http404
    state = guard.serve(game.rules, "law", None, state_of, game)  # may find a newer move
    if state is None:
        raise Http404
    if number != game.number:
        return redirect("board_picture", pk, game.number)
    drawn = guard.serve(game.rules, "drawing", "", lambda: board_pictures.small(game.rules, game.rules.view(state, None)))
    if not drawn:
        raise Http404
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"Cache-Control": CACHE_FOREVER})


def address_of(game: Game) -> str:
    """Return the URL of the board's small picture, or of the edition's card before the game begins; "" without a picture."""
    if game.is_too_new:
        return ""
    if game.status != Game.Status.OPEN:
        return reverse("board_picture", args=[game.pk, game.number]) if face_of(game.edition).picture else ""
    offer = cards.offer_of(game.ruleset)
    return reverse("card_picture", args=[game.ruleset]) if offer and offer.has_picture else ""
