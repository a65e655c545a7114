"""Replay stored games and compare them with their records, one game at a time or in several processes."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from django.db import transaction

from games.formats.replay import to_json
from games.history.proof import Proof, verdict
from games.models import Game, Seed
from games.queries import past
from games.storage import archive
from games.storage.snapshots import stored

AHEAD = 4
"""The number of games queued for each process."""


class Verified(NamedTuple):
    """A verified game. `wrong` says what is wrong with the game; "" if nothing is."""

    game: int
    name: str
    moves: int
    wrong: str


@transaction.atomic
def proof_of(game: Game) -> Proof:
    """Return everything needed to replay this game. The proof holds the seed: never show a proof to anyone."""
    secret = bytes(Seed.objects.get(game=game).secret).hex()
    (newest,) = archive.moves(game, game.number - 1)
    return Proof(past.whole_record(game) | {"seed": secret}, newest.hash, to_json(stored(game)), game.format)


def begun_games(ids: Iterable[int] = ()) -> Iterator[Game]:
    """Yield the games that have begun, oldest first; only those with the given ids, if any are given."""
    games = Game.objects.exclude(public=None).order_by("pk")
    return (games.filter(pk__in=list(ids)) if ids else games).iterator(chunk_size=100)


def verify(games: Iterable[Game], processes: int) -> Iterator[Verified]:
    """Replay each game and yield its result, in `processes` other processes, or in this process if 0. The others use no database."""
    if not processes:
        for game in games:
            yield judge_game(game, verdict(proof_of(game)))
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        waiting: list[tuple[Game, Any]] = []
        rest = iter(games)
        while waiting or (waiting := handed_out(pool, rest, 1)):
            waiting += handed_out(pool, rest, processes * AHEAD - len(waiting))
            game, answer = waiting.pop(0)
            yield judge_game(game, answer.result())


def handed_out(pool: ProcessPoolExecutor, games: Iterator[Game], count: int) -> list[tuple[Game, Any]]:
    return [(game, pool.submit(verdict, proof_of(game))) for game in islice(games, max(0, count))]


def judge_game(game: Game, wrong: str) -> Verified:
    """Return the result for a game. A game found wrong is checked again under its lock, since it may have moved on while it was read."""
    if wrong:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game.pk)
            wrong = verdict(proof_of(game))
    return Verified(game.pk, game.name, game.number, wrong)
