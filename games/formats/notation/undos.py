"""Limit the undos in a record before anything is played, as the site limits them in a game."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from games.formats.replay import MOST_UNDOS

from .errors import BadRecord

FARTHEST_BACK = 2 * MOST_UNDOS
"""Entries: a seat at its limit of undos cannot go back farther."""


def target(words: str) -> int:
    """Return the number of the move to undo to; -1 if these words name none."""
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 6 else -1


def must_be_few(moves: Sequence[Any]) -> None:
    """Raise BadRecord at the first move that exceeds the limit of undos."""
    recent: deque[int] = deque(maxlen=MOST_UNDOS)
    for move in moves:
        if move.decision != "undo":
            continue
        if len(recent) == MOST_UNDOS and recent[0] >= move.number - FARTHEST_BACK:
            raise BadRecord(move.line, f"Nobody takes back more than {MOST_UNDOS} of {FARTHEST_BACK} moves.")
        if not move.number - FARTHEST_BACK <= target(move.words) + 1 <= move.number:
            raise BadRecord(move.line, "There is no such move to go back to.")
        recent.append(move.number)
