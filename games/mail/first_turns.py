"""The first turn of a game that was begun by letter: its letter goes at once, since its reader is at no page."""

from accounts.models import User
from games.models import Wait
from notifications import outbox


def tell_at_once(game_id: int | None, user: User) -> None:
    """Let the letter about this person's first turn go, if they are asked already and have not moved before."""
    waits = Wait.objects.filter(game=game_id, closed_at=None, game__players__user=user).select_related("game")
    mine = waits.filter(seat__in=user.players.filter(game=game_id).values("seat"))
    outbox.hasten([f"turn:{wait.pk}" for wait in mine if not wait.game.last_moves[wait.seat]])
