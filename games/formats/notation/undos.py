"""Moves taken back in a record: as many as the site itself allows, counted before anything is played."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from games.formats.replay import MOST_UNDOS

from .errors import BadRecord

FARTHEST_BACK = 2 * MOST_UNDOS
"""Entries: who takes back as much as may be goes no farther."""


def target(words: str) -> int:
    """The move after which the table is as it was; -1 when these words name none."""
    return int(words) if words.isdecimal() and words.isascii() and len(words) < 6 else -1


def must_be_few(moves: Sequence[Any]) -> None:
    """Raises BadRecord at the first move (`Said`) that takes back more than anybody may at a table here."""
    recent: deque[int] = deque(maxlen=MOST_UNDOS)
    for said in moves:
        if said.decision != "undo":
            continue
        if len(recent) == MOST_UNDOS and recent[0] >= said.number - FARTHEST_BACK:
            raise BadRecord(said.at, f"Nobody takes back more than {MOST_UNDOS} of {FARTHEST_BACK} moves.")
        if not said.number - FARTHEST_BACK <= target(said.words) + 1 <= said.number:
            raise BadRecord(said.at, "There is no such move to go back to.")
        recent.append(said.number)
