"""Send the first turn letter at once if a game is begun by letter, because the reader has no page open."""

from accounts.models import User
from games.models import Wait
from notifications import outbox


def tell_at_once(game_id: int | None, user: User) -> None:
    """Send the letter about this captain's first turn now, if the game already waits for it."""
    waits = Wait.objects.filter(game=game_id, closed_at=None, game__players__user=user).select_related("game")
    mine = waits.filter(seat__in=user.players.filter(game=game_id).values("seat"))
    outbox.hasten([f"turn:{wait.pk}" for wait in mine if not wait.game.last_moves[wait.seat]])
