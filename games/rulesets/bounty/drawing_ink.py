"""The colours of the chart (`ports` holds the colours of ships), and the positions of its squares on the sheet.

One square is 32 units. The sea runs from (0, 0) to (416, 416); around the sea lie the shore with the scrolls of the ports, and the frame.
"""

from games.kit import controls
from games.kit.ink import Ink, by_name

from .board import COLOURS, SIZE
from .chart import cell

SQUARE = 32
SEA = SQUARE * SIZE
EDGE = 74
SHEET = SEA + 2 * EDGE

PRINT = Ink(ports=("#bd352a", "#3f78b5", "#2f7d4c", "#e9c93a", "#e2852a", "#7a4c9e", "#f4f0e2", "#3a3630"))
PAGE = by_name(len(COLOURS))


def corner(square: int) -> tuple[int, int]:
    column, row = cell(square)
    return SQUARE * column, SQUARE * row


def middle(square: int) -> tuple[int, int]:
    x, y = corner(square)
    return x + SQUARE // 2, y + SQUARE // 2


def spot(square: int) -> str:
    return controls.spot(*cell(square))
