"""The moves of games, in rows of their own or, some months after a game's end, in one compressed row per game.

An archived game keeps all other rows, so that all its pages still open. Only its moves are packed, losslessly; `unpack` restores
them. Later checkpoints are deleted. Code that needs a whole game must read its moves with `moves`.
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
"""The time after its end at which a game is archived."""
AT_ONCE = 200
"""The maximum number of games that one run archives."""
COLUMNS = ("number", "seat", "decision", "answer", "events", "by", "hash")


def moves(game: Game, after: int = -1, until: int | None = None) -> list[Move]:
    """Return the moves after number `after` in order, up to `until` or the end, whether packed or not."""
    if game.is_archived:
        rows = [row for row in archived_rows(game) if after < row[0] and (until is None or row[0] <= until)]
        return [Move(game=game, **dict(zip(COLUMNS, row, strict=False)), made_at=datetime.fromisoformat(row[-1])) for row in rows]
    found = Move.objects.filter(game=game, number__gt=after).order_by("number")
    return list(found if until is None else found.filter(number__lte=until))


def archived_rows(game: Game) -> list[list[Any]]:
    """Return the packed rows of an archived game, cached on `game`."""
    found: list[list[Any]] | None = game.__dict__.get("archived_rows")
    if found is None:
        found = unpacked(Archive.objects.values_list("moves", flat=True).get(game=game))
        game.__dict__["archived_rows"] = found
    return found


def journal(game: Game, after: int, until: int) -> list[Move]:
    """Return the moves after number `after`, up to `until`. Unless the game is archived, use a prepared query, without hashes."""
    return moves(game, after, until) if game.is_archived else prepared.moves(game.pk, after, until)


def packed(rows: Iterable[Move]) -> bytes:
    """Return moves as compressed JSON: a list of lists with `COLUMNS` and the time in UTC."""
    rows_as_lists = [[*(getattr(move, name) for name in COLUMNS), move.made_at.isoformat()] for move in rows]
    return zlib.compress(encode(rows_as_lists).encode(), 9)


def unpacked(data: bytes | memoryview) -> list[list[Any]]:
    rows: list[list[Any]] = json.loads(zlib.decompress(bytes(data)))
    return rows


def old() -> QuerySet[Any, int]:
    """Return the ids of the games to archive, oldest first."""
    long_ago = timezone.now() - AFTER
    found = Game.objects.filter(status=Game.Status.OVER, is_archived=False, ended_at__lt=long_ago)
    return found.order_by("ended_at").values_list("pk", flat=True)


def archive_old() -> int:
    """Archive up to AT_ONCE games that ended some months ago. Return the number of games archived."""
    return sum(pack(pk) for pk in list(old()[:AT_ONCE]))


@transaction.atomic
def pack(game_id: int) -> bool:
    """Archive a finished game. Return False if it is not finished or is already archived."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if game.status != Game.Status.OVER or game.is_archived:
        return False
    Archive.objects.create(game=game, moves=packed(moves(game)))
    Move.objects.filter(game=game).delete()
    Checkpoint.objects.filter(game=game, number__gt=0).delete()
    Undo.objects.filter(game=game).delete()
    game.is_archived = True
    game.save(update_fields=["is_archived"])
    return True


@transaction.atomic
def unpack(game_id: int) -> bool:
    """Restore the moves of a game as rows. Return False if it is not archived."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if not game.is_archived:
        return False
    Move.objects.bulk_create(moves(game))
    Archive.objects.filter(game=game).delete()
    game.is_archived = False
    game.save(update_fields=["is_archived"])
    return True
