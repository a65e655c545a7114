"""A stored game as a snapshot."""

from games import reads
from games.engine import Snapshot
from games.models import Checkpoint, Game, Hand
from games.replay import digest, from_json, to_json

__all__ = ["EVERY", "decks", "digest", "from_json", "kept_before", "same_as", "stored", "to_json"]

EVERY = 25
"""A checkpoint is kept every so many moves."""


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries)."""
    seats = list(Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True))
    return Snapshot(game.public, seats, decks(game))


def same_as(number: int) -> dict:
    """What a checkpoint holds that is equal to the one of move `number`, in place of all of it."""
    return {"same": number}


def kept_before(game: Game, number: int) -> tuple[int, Snapshot]:
    """The newest checkpoint up to move `number`: after which move it is, and the whole game then. Raises Checkpoint.DoesNotExist."""
    found = Checkpoint.objects.filter(game=game, number__lte=number).order_by("-number").first()
    if found is None:
        raise Checkpoint.DoesNotExist(f"game {game.pk} has no checkpoint before move {number}")
    is_whole = "same" not in found.snapshot
    return found.number, from_json(
        found.snapshot if is_whole else Checkpoint.objects.get(game=game, number=found.snapshot["same"]).snapshot
    )


def decks(game: Game) -> dict[str, list]:
    """Every pile of the game in its secret order."""
    return dict(reads.decks(game.pk))
