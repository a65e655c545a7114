"""A captain's ledger: the notes of a careful player, computed only from what one seat was shown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine import Event


class Noted(NamedTuple):
    """An event as the seat saw it, with the number of its move. Events of undone moves are left out."""

    number: int
    event: Event


class Section(NamedTuple):
    """One table of a ledger. The first cell of a row names its subject; `about` goes below the title. If `head` is empty, it is a list."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    about: str = ""


def one_by_one(title: str, words: Iterable[str], about: str = "") -> Section:
    """Return a section that lists equal words once, with their count."""
    return Section(title, (), [(word if count == 1 else f"{word} (×{count})",) for word, count in Counter(words).items()], about)


def listed(words: Sequence[str]) -> str:
    """Return the words as a list, or a dash if there are none."""
    return ", ".join(words) or "–"
