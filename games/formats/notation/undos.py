"""Count the moves taken back in a record before anything is played: the site's own limits hold here too."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from games.formats.replay import MOST_UNDOS

from .errors import BadRecord

FARTHEST_BACK = 2 * MOST_UNDOS
"""Entries: a seat at its limit of undos cannot go back farther."""


def target(words: str) -> int:
    """Return the number of the move to go back to; -1 if these words name none."""
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 6 else -1


def must_be_few(moves: Sequence[Any]) -> None:
    """Raise BadRecord at the first move (`Said`) that takes back more than the site allows."""
    recent: deque[int] = deque(maxlen=MOST_UNDOS)
    for said in moves:
        if said.decision != "undo":
            continue
        if len(recent) == MOST_UNDOS and recent[0] >= said.number - FARTHEST_BACK:
            raise BadRecord(said.at, f"Nobody takes back more than {MOST_UNDOS} of {FARTHEST_BACK} moves.")
        if not said.number - FARTHEST_BACK <= target(said.words) + 1 <= said.number:
            raise BadRecord(said.at, "There is no such move to go back to.")
        recent.append(said.number)
