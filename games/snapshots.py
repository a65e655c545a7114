"""A stored game as a snapshot, and as a state. Whatever code stored it, the state is that of today; what cannot be read raises TooNew."""

from typing import Any

from games import reads
from games.engine import Ruleset, Snapshot, restored
from games.models import Checkpoint, Game, Hand, Undo
from games.replay import digest, from_json, to_json

__all__ = ["EVERY", "decks", "digest", "from_json", "kept_state", "state_of", "stored", "to_json"]

EVERY = 25
"""A checkpoint is kept every so many moves."""


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries), in the format in which it was stored."""
    seats = list(Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True))
    return Snapshot(game.public, seats, decks(game))


def state_of(game: Game, snapshot: Snapshot | None = None) -> Any:
    """The state of the game as it stands; `snapshot` where its rows were read already. Raises TooNew."""
    return restored(game.rules, snapshot or stored(game), game.format)


def kept_state(rules: Ruleset, row: Checkpoint | Undo) -> Any:
    """The state that a checkpoint, or a move that may be taken back, holds. Raises TooNew."""
    return restored(rules, from_json(row.snapshot), row.format)


def decks(game: Game) -> dict[str, list]:
    """Every pile of the game in its secret order."""
    return dict(reads.decks(game.pk))
