"""Pass a table on when its owner leaves."""

from django.utils import timezone

from accounts.held_names import DEPARTED
from games.announcements import notices
from games.models import Game
from games.tables import renaming


def pass_on(game: Game) -> None:
    """Give a locked table without its owner to the next captain; close an open table if nobody is left.

    Notify the heir of an open table, and rename a table named after its owner.
    """
    if game.owner is None or game.players.filter(user=game.owner_id).exists():
        return
    former, before = game.owner.name, game.owner_id
    heir = game.players.exclude(user=None).first()
    game.owner = heir.user if heir else None
    if heir is None and game.status == Game.Status.OPEN:
        game.status, game.ended_at = Game.Status.CANCELLED, timezone.now()
    if heir is not None:
        for name in (former, DEPARTED):
            game.name = renaming.renamed_table(game.name, name, heir.name)
    game.save(update_fields=["owner", "status", "ended_at", "name"])
    if game.owner is not None and game.status == Game.Status.OPEN:
        notices.about_table(notices.INHERITED, game, game.owner, str(before))
