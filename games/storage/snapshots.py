"""A stored game as a snapshot, or as a state. A state always has this code's format; if the game needs newer code, TooNew is raised.

A game is several rows, and a move may change them while they are read. Under the game's lock this cannot happen (`stored`). All
other code reads with `of_one_moment`: if the number of the newest move is the same before and after, no row has changed.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

from games.engine import Ruleset, Snapshot, restored
from games.formats.replay import from_json
from games.models import Checkpoint, Game, Undo
from games.storage import prepared

EVERY = 25
"""The number of moves from one checkpoint to the next."""
TRIES = 3
"""The number of attempts to read a game without its lock."""
Rows = TypeVar("Rows")


def of_one_moment(game: Game, read: Callable[[], Rows], number: Callable[[Rows], int] | None = None) -> Rows:
    """Return consistent rows from `read`, and refresh `game` to match. `number` returns the number of the newest move in the rows."""
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
    """Query the number of the game's newest move."""
    number = prepared.newest.first(game.pk)
    return game.number if number is None else number


def present(game: Game) -> Snapshot:
    """Return the current snapshot, for code that does not hold the game's lock."""
    return of_one_moment(game, lambda: stored(game))


def stored(game: Game) -> Snapshot:
    """Return the current snapshot in its stored format, with two queries. The caller must hold the game's lock."""
    return Snapshot(game.position, prepared.hands(game.pk), decks(game))


def state_of(game: Game, snapshot: Snapshot | None = None) -> Any:
    """Return the current state, from `snapshot` if its rows were already read. Raise TooNew if the game needs newer code."""
    return restored(game.rules, snapshot or present(game), game.format)


def kept_state(rules: Ruleset, row: Checkpoint | Undo) -> Any:
    """Return the state in a checkpoint or an undo row. Raise TooNew if it needs newer code."""
    return restored(rules, from_json(row.snapshot), row.format)


def kept_before(game: Game, number: int) -> Checkpoint:
    """Return the newest checkpoint up to move `number`, with its whole snapshot. Raise DoesNotExist if there is no checkpoint."""
    checkpoint = Checkpoint.objects.filter(game=game, number__lte=number).order_by("-number").first()
    if checkpoint is None:
        raise Checkpoint.DoesNotExist(f"game {game.pk} has no checkpoint before move {number}")
    if "same" in checkpoint.snapshot:
        whole = Checkpoint.objects.get(game=game, number=checkpoint.snapshot["same"])
        checkpoint.snapshot, checkpoint.format = whole.snapshot, whole.format
    return checkpoint


def decks(game: Game) -> dict[str, list[Any]]:
    return {name: cards for _, name, cards in prepared.decks([game.pk])}
