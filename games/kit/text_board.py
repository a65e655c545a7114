"""The parts of a table in plain text that all games share, for letters, terminals and screen readers."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

from .sentences import joined

WIDTH = 66
"""The maximum number of characters in a line of prose."""


OFFERED = "*"
"""The mark of an offered square: written after its sign, or in place of the sign at sea."""
NAMED = "Answer with any square that is named here, or with one marked *: write its letter and number."
STARRED = "Answer with any square marked *: write its letter and number, such as {}; for a harbour, write its name."


def page(blocks: Iterable[str]) -> str:
    return "\n\n".join(block for block in blocks if block) + "\n"


def on_one_line(names: Iterable[object]) -> list[str]:
    return [" ".join(str(name).split()) for name in names]


@lru_cache(maxsize=2048)
def paragraph(words: str, indent: str = "") -> str:
    return "\n".join(wrap(words, WIDTH, subsequent_indent=indent, break_on_hyphens=False))


def game_over(number: int, winners: Sequence[str]) -> str:
    return paragraph(f"Round {number}. The game is over: {joined(winners) if winners else 'nobody'} won.")


def aim(wins: str, last: int) -> str:
    """Return how to win, and the last round, since not every reader has the rules at hand."""
    return paragraph(f"{wins} The last round is round {last}.")
