"""The moves of games: rows of their own, or, some months after the end, one compressed row for each game.

Rows of ended games would soon be a hundred for each row that is still read at every move. An archived game keeps its end, its deal
(the first checkpoint), its seed, players, talk and clocks as rows, so that everything about it still opens; only its moves and
later checkpoints are packed, losslessly, and `unpack` puts the moves back. Readers of whole games read through `moves`.
"""

import json
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.json_field import encode
from games.models import Archive, Checkpoint, Game, Move, Undo
from games.storage import prepared

AFTER = timedelta(days=90)
"""How long after its end a game is archived."""
AT_ONCE = 200
"""The maximum number of games that one run archives."""
COLUMNS = ("number", "seat", "decision", "answer", "events", "by", "hash")


def moves(game: Game, after: int = -1, until: int | None = None) -> list[Move]:
    """Return the moves after number `after`, up to `until` (None: to the end), in order, wherever they are stored."""
    if game.is_archived:
        return [move_of(game, row) for row in archived_rows(game) if after < row[0] and (until is None or row[0] <= until)]
    found = Move.objects.filter(game=game, number__gt=after).order_by("number")
    return list(found if until is None else found.filter(number__lte=until))


def archived_rows(game: Game) -> list[list[Any]]:
    """Return the packed rows of an archived game; they are read once for each object that stands for the game."""
    found: list[list[Any]] | None = game.__dict__.get("archived_rows")
    if found is None:
        found = unpacked(Archive.objects.values_list("moves", flat=True).get(game=game))
        game.__dict__["archived_rows"] = found
    return found


def journal(game: Game, after: int, until: int) -> list[Move]:
    """Return the same without hashes, by a prepared query for a game that goes on."""
    return moves(game, after, until) if game.is_archived else prepared.moves(game.pk, after, until)


def packed(rows: Iterable[Move]) -> bytes:
    """Return moves as compressed JSON: a list of lists with `COLUMNS` and the moment in UTC."""
    told = [[*(getattr(move, name) for name in COLUMNS), move.made_at.isoformat()] for move in rows]
    return zlib.compress(encode(told).encode(), 9)


def unpacked(data: bytes | memoryview) -> list[list[Any]]:
    """Return what `packed` packed, as lists."""
    rows: list[list[Any]] = json.loads(zlib.decompress(bytes(data)))
    return rows


def move_of(game: Game, row: list[Any]) -> Move:
    """Return a packed move as an unsaved row of this game."""
    return Move(game=game, **dict(zip(COLUMNS, row, strict=False)), made_at=datetime.fromisoformat(row[-1]))


def old() -> QuerySet[Any, int]:
    """Return the numbers of games that are to be archived, the oldest first."""
    long_ago = timezone.now() - AFTER
    found = Game.objects.filter(status=Game.Status.OVER, is_archived=False, ended_at__lt=long_ago)
    return found.order_by("ended_at").values_list("pk", flat=True)


def archive_old() -> int:
    """Archive games that ended some months ago, some at a time. Return how many."""
    return sum(pack(pk) for pk in list(old()[:AT_ONCE]))


@transaction.atomic
def pack(game_id: int) -> bool:
    """Archive one ended game. Return False if it goes on or is archived already."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if game.status != Game.Status.OVER or game.is_archived:
        return False
    Archive.objects.create(game=game, moves=packed(moves(game)))
    Move.objects.filter(game=game).delete()
    Checkpoint.objects.filter(game=game, number__gt=0).delete()
    Undo.objects.filter(game=game).delete()
    mark(game, True)
    return True


@transaction.atomic
def unpack(game_id: int) -> bool:
    """Put the moves of one game back into rows. Return False if they are there already."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if not game.is_archived:
        return False
    Move.objects.bulk_create(moves(game))
    Archive.objects.filter(game=game).delete()
    mark(game, False)
    return True


def mark(game: Game, is_archived: bool) -> None:
    """Store where the moves of a game are."""
    game.is_archived = is_archived
    game.save(update_fields=["is_archived"])
