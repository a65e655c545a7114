"""A stored game as a snapshot, and as a state. Whatever code stored it, the state is that of today; what cannot be read raises TooNew.

A game is several rows, and somebody may play while they are read one after the other. Anyone who holds the lock of the game
need not care (`stored`); everybody else reads by `of_one_moment`. Numbers only grow, and a move changes all rows at once:
where the number after reading is still the one before, nobody played meanwhile.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

from games.engine import Ruleset, Snapshot, restored
from games.formats.replay import digest, from_json, to_json
from games.models import Checkpoint, Game, Hand, Undo
from games.storage import prepared

__all__ = [
    "EVERY",
    "decks",
    "digest",
    "from_json",
    "kept_before",
    "kept_state",
    "of_one_moment",
    "present",
    "same_as",
    "state_of",
    "stored",
    "to_json",
]

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
        prepared.locked(game.pk)
        game.refresh_from_db()
        return read()


def newest(game: Game) -> int:
    """The number of its newest move, as of now."""
    return next(iter(prepared.newest(game.pk)), game.number)


def present(game: Game) -> Snapshot:
    """The game as it stands, for anyone who does not hold its lock."""
    return of_one_moment(game, lambda: stored(game))


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries), in the format in which it was stored. Under its lock only."""
    seats = list(Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True))
    return Snapshot(game.position, seats, decks(game))


def state_of(game: Game, snapshot: Snapshot | None = None) -> Any:
    """The state of the game as it stands; `snapshot` where its rows were read already. Raises TooNew."""
    return restored(game.rules, snapshot or present(game), game.format)


def kept_state(rules: Ruleset, row: Checkpoint | Undo) -> Any:
    """The state that a checkpoint, or a move that may be taken back, holds. Raises TooNew."""
    return restored(rules, from_json(row.snapshot), row.format)


def same_as(number: int) -> dict:
    """What a checkpoint holds that is equal to the one of move `number`, in place of all of it."""
    return {"same": number}


def kept_before(game: Game, number: int) -> Checkpoint:
    """The newest checkpoint up to move `number`, with the whole game as it was then. Raises Checkpoint.DoesNotExist."""
    found = Checkpoint.objects.filter(game=game, number__lte=number).order_by("-number").first()
    if found is None:
        raise Checkpoint.DoesNotExist(f"game {game.pk} has no checkpoint before move {number}")
    if "same" in found.snapshot:
        whole = Checkpoint.objects.get(game=game, number=found.snapshot["same"])
        found.snapshot, found.format = whole.snapshot, whole.format
    return found


def decks(game: Game) -> dict[str, list]:
    """Every pile of the game in its secret order."""
    return dict(prepared.decks(game.pk))
