"""The colours of the chart, and where its squares lie on the sheet.

On pages every colour is a custom property of the stylesheet, so that themes change it; in a picture on its own it is
written out. One square is 20 units; the sea begins at (20, 20), land and the frame lie around it.
"""

from games.kit import controls
from games.kit.ink import Ink, by_name, printed

from .sea import Sea

__all__ = ["EDGE", "PAGE", "PRINT", "SQUARE", "Ink", "left", "middle", "sheet", "spot", "top"]

SQUARE = 20
EDGE = 33

PRINT = printed(("#2f7d4c", "#5aa7d6", "#7a4c9e", "#e2852a", "#e9c93a", "#e58fb0", "#85572f", "#bd352a"))
"""Day colours, written out, those of the harbours in the order of `boards.COLOURS`: for pictures that stand alone."""

PAGE = by_name(len(PRINT.ports))
"""The same by name: for pages, whose stylesheet knows day and night."""


def sheet(sea: Sea) -> int:
    """How wide the whole sheet is, and how high."""
    return 2 * EDGE + sea.width * SQUARE


def left(column: float) -> float:
    """The western side of a column."""
    return SQUARE * column


def top(sea: Sea, row: float) -> float:
    """The northern side of a row."""
    return SQUARE * (sea.size + 1 - row)


def middle(sea: Sea, square: int) -> tuple[int, int]:
    """The middle of a square."""
    c, r = sea.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * (sea.size + 1 - r) + SQUARE // 2


def spot(sea: Sea, square: int) -> str:
    """The classes that put something on a square."""
    c, r = sea.cell(square)
    return controls.spot(c, sea.width - 1 - r)
