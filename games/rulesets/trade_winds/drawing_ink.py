"""The colours of this chart, and where its squares lie on the sheet.

One square is 20 units; the sea runs from (20, 20) to (420, 420), the shore with its quays and the frame lie around it.
"""

from games.kit import controls
from games.kit.ink import by_name, printed

from .chart import CHART

SQUARE = 20
EDGE = 44
SHEET = 2 * EDGE + CHART.width * SQUARE
WEST, EAST = SQUARE, SQUARE * (CHART.size + 1)

PRINT = printed(("#3a6fb5", "#e9c93a", "#8b8880", "#7a4c9e", "#e2852a", "#2f7d4c", "#8b8880", "#bd352a"))
"""Day colours, written out: for pictures that stand alone."""

PAGE = by_name(len(CHART.ports))
"""The same by name: for pages."""


def left(column: float) -> float:
    """The western side of a column."""
    return SQUARE * column


def top(row: float) -> float:
    """The northern side of a row, rows counted from the south."""
    return SQUARE * (CHART.size + 1 - row)


def frame_of(key: str) -> tuple[float, float, float, float]:
    """x, y, width and height of an island's box."""
    c1, c2, r1, r2 = CHART.islands[key]
    return left(c1), top(r2), SQUARE * (c2 - c1 + 1), SQUARE * (r2 - r1 + 1)


def middle(square: int) -> tuple[int, int]:
    """The middle of a square."""
    c, r = CHART.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * (CHART.size + 1 - r) + SQUARE // 2


def spot(square: int) -> str:
    """The classes that put something on a square."""
    c, r = CHART.cell(square)
    return controls.spot(c, CHART.width - 1 - r)
