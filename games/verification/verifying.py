"""Stored games played again, and compared with what was written down: one at a time, or all of them in many processes."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Game, Move, Seed
from games.queries import past
from games.storage.snapshots import stored, to_json
from games.verification.proof import Proof, verdict

AHEAD = 4
"""Games that lie ready for each process."""


class Found(NamedTuple):
    """One game, and what is wrong with it: "" when nothing is."""

    game: int
    name: str
    moves: int
    wrong: str


@transaction.atomic
def proof_of(game: Game) -> Proof:
    """Everything that is needed to play this game again. Holds its seed: show it to nobody."""
    secret = bytes(Seed.objects.get(game=game).secret).hex()
    newest = Move.objects.get(game=game, number=game.number).hash
    return Proof(past.whole_record(game) | {"seed": secret}, newest, to_json(stored(game)), game.format)


def begun_games(ids: Iterable[int] = ()) -> Iterator[Game]:
    """The games that were dealt, oldest first; only these if any are named."""
    found = Game.objects.exclude(public=None).order_by("pk")
    return (found.filter(pk__in=list(ids)) if ids else found).iterator(chunk_size=100)


def verify(games: Iterable[Game], processes: int) -> Iterator[Found]:
    """Play each of them again, in so many processes of their own, or in this one (0). The processes know no database."""
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
    """So many more games given to the processes."""
    return [(game, pool.submit(verdict, proof_of(game))) for game in islice(games, max(0, count))]


def judge_game(game: Game, wrong: str) -> Found:
    """What came of it. A game that was played on while it was read is read once more, under its lock."""
    if wrong:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game.pk)
            wrong = verdict(proof_of(game))
    return Found(game.pk, game.name, game.number, wrong)
