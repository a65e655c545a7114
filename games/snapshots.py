"""A stored game as a snapshot.

A game is several rows, and somebody may play while they are read one after the other. Whoever holds the lock of the game
need not care (`stored`); everybody else reads by `of_one_moment`. Numbers only grow, and a move changes all rows at once:
where the number after reading is still the one before, nobody played meanwhile.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from games import reads
from games.engine import Snapshot
from games.models import Checkpoint, Game, Hand
from games.replay import digest, from_json, to_json

__all__ = ["EVERY", "decks", "digest", "from_json", "kept_before", "of_one_moment", "present", "same_as", "stored", "to_json"]

EVERY = 25
"""A checkpoint is kept every so many moves."""
TRIES = 3
"""How often a game that somebody plays at is read anew without its lock."""
Rows = TypeVar("Rows")


def of_one_moment(game: Game, read: Callable[[], Rows], number: Callable[[Rows], int] | None = None) -> Rows:
    """What `read` reads of this game, all of one moment; `game` is brought up to that moment if need be.

    `number` says which move was the newest when the last of the rows was read; without it, that is asked.
    """
    for _ in range(TRIES):
        rows = read()
        if game.number == (number(rows) if number else newest(game)):
            return rows
        game.refresh_from_db()
    with transaction.atomic():
        reads.locked(game.pk)
        game.refresh_from_db()
        return read()


def newest(game: Game) -> int:
    """The number of its newest move, as of now."""
    return next(iter(reads.newest(game.pk)), game.number)


def present(game: Game) -> Snapshot:
    """The game as it stands, for whoever does not hold its lock."""
    return of_one_moment(game, lambda: stored(game))


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries). Under its lock only."""
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
