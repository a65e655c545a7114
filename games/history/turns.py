"""The turns of a game as anyone may read them: what each captain did, and the move that ended the turn."""

from datetime import datetime
from typing import NamedTuple

from games.kit.parts import face_of
from games.models import Game, Wait
from games.play.order_log import ANSWERED_BY_ORDERS
from games.queries import journal

MAX_WAITS = 400
"""The maximum number of rows to read: enough for the newest turns of any game, however often each turn was interrupted."""


class Turn(NamedTuple):
    """A finished turn: round, seat, last move, time of the last move, and sentences that everyone may read."""

    round: int
    seat: int
    number: int
    at: datetime
    lines: list[str]


def turns(game: Game, names: list[str], most: int) -> list[Turn]:
    """Return up to `most` finished turns, newest first. The deal is in the first turn; a move between turns is in the earlier turn."""
    begins = began(game)
    ends = [since for since, *_ in begins[1:]] + ([game.number] if game.status == Game.Status.OVER else [])
    spans = [(*begin, end) for begin, end in zip(begins, ends, strict=False) if end > begin[0]][-most:]
    if not spans:
        return []
    spans[0] = (spans[0][0] or -1, *spans[0][1:])
    moves = {move.number: move for move in journal.moves_for(game, None, spans[0][0])}
    quiet = {ANSWERED_BY_ORDERS, *face_of(game.rules).quiet}
    finished = []
    for since, rounds, seat, end in spans:
        lines = [line for number in range(since + 1, end + 1) for line in journal.sentences(game.rules, moves[number], names, None, quiet)]
        finished.append(Turn(rounds, seat, end, moves[end].made_at, lines))
    return finished[::-1]


def began(game: Game) -> list[tuple[int, int, int]]:
    """Return (last move before the turn, round, seat) for each turn, in order. If MAX_WAITS rows were read, omit the oldest turn."""
    rows = list(Wait.objects.filter(game=game).order_by("-pk").values_list("turn_key", "since_number")[:MAX_WAITS])
    turns_begun: dict[str, tuple[int, int, int]] = {}
    for key, since in reversed(rows):
        rounds, seat, _ = key.split(":")
        turns_begun.setdefault(f"{rounds}:{seat}", (since, int(rounds), int(seat)))
    return list(turns_begun.values())[len(rows) == MAX_WAITS :]
