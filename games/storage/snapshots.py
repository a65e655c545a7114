"""A stored game as a snapshot, and as a state. A state always has today's format, whatever code stored it; else TooNew is raised.

A game is several rows, and a move may come while they are read one after the other. Under the game's lock this cannot
happen (`stored`); all other code reads with `of_one_moment`. Numbers only grow, and a move changes all rows at once: if the
number after reading is the one before, there was no move in between.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

from games.engine import Ruleset, Snapshot, restored
from games.formats.replay import digest, from_json, to_json
from games.models import Checkpoint, Game, Undo
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
"""Moves from one checkpoint to the next."""
TRIES = 3
"""How often a game is read again without its lock, if moves come in between."""
Rows = TypeVar("Rows")


def of_one_moment(game: Game, read: Callable[[], Rows], number: Callable[[Rows], int] | None = None) -> Rows:
    """Return what `read` reads of this game, all of one moment; `game` is refreshed to that moment if need be.

    `number` returns the newest move at the last row read; without it, that is queried.
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
    """Return the number of the game's newest move now."""
    number = prepared.newest.first(game.pk)
    return game.number if number is None else number


def present(game: Game) -> Snapshot:
    """Return the present snapshot, for code that does not hold the game's lock."""
    return of_one_moment(game, lambda: stored(game))


def stored(game: Game) -> Snapshot:
    """Return the present snapshot from its rows (two queries), in its stored format. Only under the game's lock."""
    return Snapshot(game.position, prepared.hands(game.pk), decks(game))


def state_of(game: Game, snapshot: Snapshot | None = None) -> Any:
    """Return the present state; `snapshot`, if its rows were read already. Raises TooNew."""
    return restored(game.rules, snapshot or present(game), game.format)


def kept_state(rules: Ruleset, row: Checkpoint | Undo) -> Any:
    """Return the state in a checkpoint or an undo row. Raises TooNew."""
    return restored(rules, from_json(row.snapshot), row.format)


def same_as(number: int) -> dict[str, Any]:
    """Return the content of a checkpoint that refers to the equal one of move `number` instead of storing a copy."""
    return {"same": number}


def kept_before(game: Game, number: int) -> Checkpoint:
    """Return the newest checkpoint up to move `number`, with the whole game of then. Raises Checkpoint.DoesNotExist."""
    found = Checkpoint.objects.filter(game=game, number__lte=number).order_by("-number").first()
    if found is None:
        raise Checkpoint.DoesNotExist(f"game {game.pk} has no checkpoint before move {number}")
    if "same" in found.snapshot:
        whole = Checkpoint.objects.get(game=game, number=found.snapshot["same"])
        found.snapshot, found.format = whole.snapshot, whole.format
    return found


def decks(game: Game) -> dict[str, list[Any]]:
    """Return every pile of the game in its secret order."""
    return {name: cards for _, name, cards in prepared.decks([game.pk])}
