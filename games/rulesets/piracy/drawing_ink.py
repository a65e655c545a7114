"""The colours of the charts, and where their squares lie on the sheet.

One square is 40 units. The sea begins at (0, 0); west of it lies the anchorage, north of it the hoard.
"""

from games.kit import controls
from games.kit.ink import by_name, printed

from .chart import ANCHORAGE, Chart

SQUARE = 40
WEST, NORTH, EDGE = 92, 74, 30
"""Room left of the sea, above it, and on the other two sides."""

PRINT = printed(("#bd352a", "#3a6fb5", "#2f7d4c", "#e9c93a", "#7a4c9e", "#f2efe4"))
"""Day colours, written out: for pictures that stand alone."""

PAGE = by_name(6)
"""The same by name: for pages, whose stylesheet knows day and night."""


def wide(chart: Chart) -> int:
    """Width of the sea."""
    return SQUARE * chart.width


def high(chart: Chart) -> int:
    """Height of the sea."""
    return SQUARE * chart.height


def sheet(chart: Chart) -> tuple[int, int, int, int]:
    """x, y, width and height of everything."""
    return -WEST, -NORTH, wide(chart) + WEST + EDGE, high(chart) + NORTH + EDGE


def middle(chart: Chart, square: int) -> tuple[int, int]:
    """The middle of a square, or of the anchorage."""
    if square == ANCHORAGE:
        x, y = middle(chart, chart.port)
        return x - 68, y + 8
    c, r = chart.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2


def spot(chart: Chart, square: int) -> str:
    """The classes that put something on a square."""
    return controls.spot(*chart.cell(square))
