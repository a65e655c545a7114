"""Many squares in few words: squares in a line are named by the first two and the last, “X16 W15 … I1”."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import TypeVar

T = TypeVar("T")
A_SQUARE = re.compile(r"([A-Z])(\d{1,2})")
A_LINE = 5
"""So many squares in a line are folded."""
MORE = "…"
MOST_LINES = 10


@lru_cache(maxsize=500)
def in_lines(squares: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Split squares, in their order, into lines of equal steps; what stands in none comes alone. Cached: a letter asks it for each form."""
    found, start = list[tuple[str, ...]](), 0
    while start < len(squares):
        end = line_from(squares, start)
        end = end if end - start >= A_LINE else start + 1
        found.append(squares[start:end])
        start = end
    return tuple(found)


def in_rows(lines: Iterable[Sequence[T]]) -> list[list[T]]:
    """Return lines one below the other, with successive single squares in a row together."""
    numbered = groupby(enumerate(lines, 1), key=lambda found: found[0] if len(found[1]) > 1 else 0)
    return [list(chain.from_iterable(line for _, line in row)) for _, row in numbered]


def line_from(squares: Sequence[str], start: int) -> int:
    """Return where the line ends that begins here."""
    step, end = between(squares[start], squares[start + 1]) if start + 1 < len(squares) else None, start + 1
    while step and end < len(squares) and between(squares[end - 1], squares[end]) == step:
        end += 1
    return end


def between(one: str, other: str) -> tuple[int, int] | None:
    """Return how many columns and rows lie between two squares; None if either is no square."""
    start, end = A_SQUARE.fullmatch(one), A_SQUARE.fullmatch(other)
    return (ord(end[1]) - ord(start[1]), int(end[2]) - int(start[2])) if start and end else None


def folded(line: Sequence[str]) -> Sequence[str]:
    """Return what names a line of squares: the first two, MORE, and the last."""
    return line if len(line) < A_LINE else (*line[:2], MORE, line[-1])


def in_short(squares: tuple[str, ...]) -> str:
    """Return squares in few words: "X16 W15 … I1, X17 W17 … A17, stay". Beyond MOST_LINES, lines of squares are left to the board."""
    lines = [" ".join(folded(line)) for line in in_lines(squares)]
    names = [line for line in lines[MOST_LINES:] if not A_SQUARE.match(line)]
    return ", ".join([*lines[:MOST_LINES], *([MORE] if len(lines) > MOST_LINES + len(names) else []), *names])
