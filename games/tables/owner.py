"""Who owns a table whose owner has left it."""

from django.utils import timezone

from games.models import Game


def pass_on(game: Game) -> None:
    """Give a table to the next person who sits there if its owner does not; close one that has not begun if nobody is left.

    The game is locked.
    """
    if game.owner_id is None or game.players.filter(user=game.owner_id).exists():
        return
    heir = game.players.exclude(user=None).first()
    game.owner = heir.user if heir else None
    if heir is None and game.status == Game.Status.OPEN:
        game.status, game.ended_at = Game.Status.CANCELLED, timezone.now()
    game.save(update_fields=["owner", "status", "ended_at"])
