"""A stored game as a snapshot."""

from games import reads
from games.engine import Snapshot
from games.models import Game, Hand
from games.replay import digest, from_json, to_json

__all__ = ["EVERY", "decks", "digest", "from_json", "stored", "to_json"]

EVERY = 25
"""A checkpoint is kept every so many moves."""


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries)."""
    seats = list(Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True))
    return Snapshot(game.public, seats, decks(game))


def decks(game: Game) -> dict[str, list]:
    """Every pile of the game in its secret order."""
    return dict(reads.decks(game.pk))
