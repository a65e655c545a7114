"""Abbreviate squares in a straight line to the first two and the last: “X16 W15 … I1”."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import TypeVar

T = TypeVar("T")
A_SQUARE = re.compile(r"([A-Z])(\d{1,2})")
A_LINE = 5
"""The minimum number of squares in a line that is folded."""
MORE = "…"
MAX_LINES = 10


@lru_cache(maxsize=500)
def in_lines(squares: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Split squares, in the given order, into lines of equal steps and single squares. Cached for the text and HTML of a letter."""
    lines, start = list[tuple[str, ...]](), 0
    while start < len(squares):
        end = line_from(squares, start)
        end = end if end - start >= A_LINE else start + 1
        lines.append(squares[start:end])
        start = end
    return tuple(lines)


def in_rows(lines: Iterable[Sequence[T]]) -> list[list[T]]:
    """Return a row for each line of squares, and a row for each run of single squares."""
    numbered = groupby(enumerate(lines, 1), key=lambda numbered_line: numbered_line[0] if len(numbered_line[1]) > 1 else 0)
    return [list(chain.from_iterable(line for _, line in row)) for _, row in numbered]


def line_from(squares: Sequence[str], start: int) -> int:
    step, end = between(squares[start], squares[start + 1]) if start + 1 < len(squares) else None, start + 1
    while step and end < len(squares) and between(squares[end - 1], squares[end]) == step:
        end += 1
    return end


def between(first: str, second: str) -> tuple[int, int] | None:
    """Return the distance between two squares as (columns, rows); None if either is not a square."""
    start, end = A_SQUARE.fullmatch(first), A_SQUARE.fullmatch(second)
    return (ord(end[1]) - ord(start[1]), int(end[2]) - int(start[2])) if start and end else None


def folded(line: Sequence[str]) -> Sequence[str]:
    """Return a long line of squares as the first two, MORE and the last; return a short line unchanged."""
    return line if len(line) < A_LINE else (*line[:2], MORE, line[-1])


def in_short(squares: tuple[str, ...]) -> str:
    """Return squares abbreviated, as in "X16 W15 … I1, X17 W17 … A17, stay". Omit lines of squares beyond MAX_LINES."""
    lines = [" ".join(folded(line)) for line in in_lines(squares)]
    names = [line for line in lines[MAX_LINES:] if not A_SQUARE.match(line)]
    return ", ".join([*lines[:MAX_LINES], *([MORE] if len(lines) > MAX_LINES + len(names) else []), *names])
