"""The site with a minimal posted move; bench/moves.py serves it to measure the least that a move can cost.

The session and its user are read, the game is locked, a journal line is inserted, the game is stored, and 12 KB are sent back.
Nothing is checked, no rule is applied and no page is rendered.
"""

from buccaneer_site.asgi import application  # it loads the apps, which all below needs

# isort: split
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

from buccaneer_site import urls
from games.models import Move
from games.play.session import insert_move, store_game
from games.storage import prepared

__all__ = ["application"]
ANSWER = "x" * 12_000


def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Store the same move again."""
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    with transaction.atomic():
        game = prepared.locked.get(pk)
        game.number += 1
        insert_move(Move(game=game, number=game.number, seat=0, decision="sail", by="player", made_at=timezone.now(), events=[], hash=""))
        store_game(game)
    return HttpResponse(ANSWER)


urls.urlpatterns.insert(0, path("games/<int:pk>/move/", move))
