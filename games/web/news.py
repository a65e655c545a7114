"""What happened since the reader's last turn, and in their turn now."""

from typing import NamedTuple

from games.editions.parts import face_of
from games.models import Game, Wait
from games.play.order_log import ANSWERED_BY_ORDERS
from games.queries import journal
from games.queries.journal import SeenMove
from games.queries.table_view import TableView
from games.storage import prepared

MOST = 30
OWN = ("player", "mail")


Told = tuple[SeenMove, str]
"""The move, and a sentence about it."""


class News(NamedTuple):
    """Sentences with their moves: the reader's last turn, what others did since, and what happened in their turn now.

    `shown` are the public facts for wakes and cards on the page: all since the last turn, including it while they are not asked;
    `answered` is what their standing orders answered.
    """

    last: list[Told]
    others: list[Told]
    now: list[Told]
    left_out: int
    shown: list[dict]
    answered: list[str]


def news(table: TableView) -> News:
    """Return the news of a table for its reader."""
    game, seat, names = table.game, table.seat, table.names
    wait = next((wait for wait in table.waits if wait.seat == seat), None)
    since, began = wait.since_number if wait else game.number, journal.latest(game)
    if seat is not None:
        began = max(last_turn_began(game, seat, wait), game.number - journal.SINCE_MOST)
    moves = journal.moves_for(game, seat, began)
    own = [move.number for move in moves if seat is not None and move.seat == seat and move.by in OWN and move.number <= since]
    ended = max(own, default=began)
    quiet = {ANSWERED_BY_ORDERS, *face_of(game.rules).quiet}
    lines = [(move, sentence) for move in moves for sentence in journal.sentences(game.rules, move, names, seat, quiet)]
    others = [line for line in lines if ended < line[0].number <= since]
    newest = [move for move in moves if wait is None or move.number > ended]
    shown = [event for move in newest for event in move.events if event.get("to") is None]
    return News(
        [line for line in lines if line[0].number <= ended], others[-MOST:], [line for line in lines if line[0].number > since],
        max(0, len(others) - MOST), shown, journal.answered(newest, game.rules, names, seat)[-MOST:],
    )  # fmt: skip


def last_turn_began(game: Game, seat: int, wait: Wait | None) -> int:
    """Return the number of the newest move when this seat's last turn began; -1 if it had none.

    `wait` is the seat's open wait: its turn is the present one, not the last.
    """
    turns = [(key, since) for key, since in prepared.turns_of(game.pk, seat) if wait is None or key != wait.turn_key]
    return min((since for key, since in turns if key == turns[0][0]), default=-1)
