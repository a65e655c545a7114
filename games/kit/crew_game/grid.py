"""The positions of squares on a chart's sheet. One square is 20 units; the sea begins at (20, 20), land and the frame lie around it."""

from games.kit import controls
from games.kit.engraving import Frame
from games.kit.svg import num

from .chart import Box, Chart

SQUARE = 20
WEST = SQUARE
"""The western and the northern edge of the sea."""


def east(chart: Chart) -> int:
    """Return the eastern edge of the sea, which is also its southern edge."""
    return SQUARE * (chart.size + 1)


def sheet(chart: Chart, edge: int) -> int:
    """Return the width and height of the sheet, with a frame of width `edge`."""
    return 2 * edge + chart.width * SQUARE


def left(column: float) -> float:
    """Return the western edge of a column."""
    return SQUARE * column


def top(chart: Chart, row: float) -> float:
    """Return the northern edge of a row; rows count from the south."""
    return SQUARE * (chart.size + 1 - row)


def middle(chart: Chart, square: int) -> tuple[int, int]:
    """Return the middle of a square."""
    c, r = chart.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * (chart.size + 1 - r) + SQUARE // 2


def spot(chart: Chart, square: int) -> str:
    """Return the classes that put something on a square."""
    c, r = chart.cell(square)
    return controls.spot(c, chart.width - 1 - r)


def frame_of(chart: Chart, box: Box) -> Frame:
    """Return x, y, width and height of a box of squares."""
    c1, c2, r1, r2 = box
    return left(c1), top(chart, r2), SQUARE * (c2 - c1 + 1), SQUARE * (r2 - r1 + 1)


def rectangle(x: float, y: float, wide: float, high: float) -> str:
    """Return the path data of a rectangle."""
    return f"M{num(x)} {num(y)}h{num(wide)}v{num(high)}h-{num(wide)}z"
