"""The colours of the chart, and where its squares lie on the sheet.

On pages every colour is a custom property of the stylesheet, so that themes change it; in a picture on its own it is
written out. One square is 20 units; the sea begins at (20, 20), land and the frame lie around it.
"""

from dataclasses import dataclass, fields

from .sea import Sea

SQUARE = 20
EDGE = 33


@dataclass(frozen=True, slots=True)
class Ink:
    """One set of colours. `ports` are the eight of the harbours, in the order of `boards.COLOURS`; `font` is what labels are set in."""

    sea: str = "#f3ead2"
    wash: str = "#cddccb"
    land: str = "#e6d3a5"
    sand: str = "#efe0b4"
    high: str = "#c9b27c"
    line: str = "#6f5a38"
    fine: str = "#b9a77d"
    grid: str = "#cbbb93"
    ink: str = "#34261a"
    soft: str = "#5a4830"
    paper: str = "#fffaec"
    dark: str = "#2b2018"
    red: str = "#a3271b"
    gem: str = "#2f86a8"
    gold: str = "#d9a521"
    rum: str = "#8a5527"
    leaf: str = "#5c7a45"
    mark: str = "#0f5f78"
    risk: str = "#9c3a12"
    font: str = "DejaVu Sans"
    ports: tuple[str, ...] = ("#2f7d4c", "#5aa7d6", "#7a4c9e", "#e2852a", "#e9c93a", "#e58fb0", "#85572f", "#bd352a")


PRINT = Ink()
"""Day colours, written out: for pictures that stand alone."""

PAGE = Ink(
    **{field.name: f"var(--c-{field.name})" for field in fields(Ink) if field.name != "ports"},
    ports=tuple(f"var(--c-p{port})" for port in range(8)),
)
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
