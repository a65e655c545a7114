"""Where the squares of a chart lie on its sheet. One square is 20 units; the sea begins at (20, 20), land and the frame lie around it."""

from games.kit import controls
from games.kit.engraving import Frame
from games.kit.svg import num

from .chart import Box, Chart

SQUARE = 20
WEST = SQUARE
"""The western side of the sea, and its northern one."""


def east(chart: Chart) -> int:
    """The eastern side of the sea, and its southern one."""
    return SQUARE * (chart.size + 1)


def sheet(chart: Chart, edge: int) -> int:
    """How wide and how high the whole sheet is, with a frame of this width."""
    return 2 * edge + chart.width * SQUARE


def left(column: float) -> float:
    """The western side of a column."""
    return SQUARE * column


def top(chart: Chart, row: float) -> float:
    """The northern side of a row, rows counted from the south."""
    return SQUARE * (chart.size + 1 - row)


def middle(chart: Chart, square: int) -> tuple[int, int]:
    """The middle of a square."""
    c, r = chart.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * (chart.size + 1 - r) + SQUARE // 2


def spot(chart: Chart, square: int) -> str:
    """The classes that put something on a square."""
    c, r = chart.cell(square)
    return controls.spot(c, chart.width - 1 - r)


def frame_of(chart: Chart, box: Box) -> Frame:
    """x, y, width and height of a box of squares."""
    c1, c2, r1, r2 = box
    return left(c1), top(chart, r2), SQUARE * (c2 - c1 + 1), SQUARE * (r2 - r1 + 1)


def rectangle(x: float, y: float, wide: float, high: float) -> str:
    """Path data of a rectangle."""
    return f"M{num(x)} {num(y)}h{num(wide)}v{num(high)}h-{num(wide)}z"
