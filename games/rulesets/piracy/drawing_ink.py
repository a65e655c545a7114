"""The colours of the charts, and the positions of their squares on the sheet.

One square is 40 units. The sea begins at (0, 0); west of the sea lies the anchorage, north of the sea the hoard.
"""

from games.kit import controls
from games.kit.ink import Ink, by_name

from .chart import ANCHORAGE, Chart

SQUARE = 40
WEST, NORTH, EDGE = 92, 74, 30
"""The margins of the sheet: in the west, in the north, and on the other two sides."""

PRINT = Ink(ports=("#bd352a", "#3a6fb5", "#2f7d4c", "#e9c93a", "#7a4c9e", "#f2efe4"))
PAGE = by_name(6)


def wide(chart: Chart) -> int:
    return SQUARE * chart.width


def high(chart: Chart) -> int:
    return SQUARE * chart.height


def sheet(chart: Chart) -> tuple[int, int, int, int]:
    """Return (x, y, width, height) of the sheet."""
    return -WEST, -NORTH, wide(chart) + WEST + EDGE, high(chart) + NORTH + EDGE


def middle(chart: Chart, square: int) -> tuple[int, int]:
    """Return the middle of a square, or of the anchorage."""
    if square == ANCHORAGE:
        x, y = middle(chart, chart.port)
        return x - 68, y + 8
    c, r = chart.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2


def spot(chart: Chart, square: int) -> str:
    return controls.spot(*chart.cell(square))
