"""The sheet of a chart: positions of squares, and the layers below the ships. A square is 20 units wide; the sea begins at (20, 20)."""

from collections.abc import Mapping, Sequence

from games.kit import controls
from games.kit.engraving import Frame, shore
from games.kit.ink import Ink
from games.kit.svg import Point, num, smooth
from games.kit.symbols import PREFIX

from .chart import Box, Chart

SQUARE = 20
WEST = SQUARE
"""The x of the sea's western edge, and the y of its northern edge."""


def east(chart: Chart) -> int:
    """Return the x of the sea's eastern edge, which is also the y of its southern edge."""
    return SQUARE * (chart.size + 1)


def sheet(chart: Chart, edge: int) -> int:
    """Return the width of the square sheet, including a frame of width `edge`."""
    return 2 * edge + chart.width * SQUARE


def left(column: float) -> float:
    """Return the x of a column's western edge."""
    return SQUARE * column


def top(chart: Chart, row: float) -> float:
    """Return the y of a row's northern edge; rows count from the south."""
    return SQUARE * (chart.size + 1 - row)


def middle(chart: Chart, square: int) -> tuple[int, int]:
    c, r = chart.cell(square)
    return SQUARE * c + SQUARE // 2, SQUARE * (chart.size + 1 - r) + SQUARE // 2


def spot(chart: Chart, square: int) -> str:
    c, r = chart.cell(square)
    return controls.spot(c, chart.width - 1 - r)


def frame_of(chart: Chart, box: Box) -> Frame:
    c1, c2, r1, r2 = box
    return left(c1), top(chart, r2), SQUARE * (c2 - c1 + 1), SQUARE * (r2 - r1 + 1)


def rectangle(x: float, y: float, wide: float, high: float) -> str:
    return f"M{num(x)} {num(y)}h{num(wide)}v{num(high)}h-{num(wide)}z"


def outlines(chart: Chart, edge: int, seeds: Mapping[str, float], mainland: Sequence[Point], clip: str, ink: Ink) -> str:
    """Return SVG definitions: coastlines, the hatching of coasts, and the sea as clip path `clip`. `seeds` shapes each island's shore."""
    boxes = "".join(
        f'<path id="{PREFIX}{key}" d="{smooth(shore(frame_of(chart, chart.islands[key]), seed))}"/>' for key, seed in seeds.items()
    )
    hatch = (
        f'<pattern id="{PREFIX}hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V4" stroke="{ink.line}" stroke-width=".7"/></pattern>'
    )
    wide, far = east(chart) - WEST, sheet(chart, edge) + 99
    within = f'<clipPath id="{PREFIX}{clip}"><rect x="{WEST}" y="{WEST}" width="{wide}" height="{wide}"/></clipPath>'
    land = f"M-99-99H{far}V{far}H-99Z{smooth(mainland)}"
    return f'<defs>{boxes}<path id="{PREFIX}main" d="{land}" fill-rule="evenodd"/>{hatch}{within}</defs>'


def paper(chart: Chart, edge: int, ink: Ink) -> str:
    wide = sheet(chart, edge)
    return f'<rect x="{-edge}" y="{-edge}" width="{wide}" height="{wide}" fill="{ink.sea}"/>'


def graticule(chart: Chart, ink: Ink) -> str:
    far = east(chart)
    lines = "".join(f"M{offset} {WEST}V{far}M{WEST} {offset}H{far}" for offset in range(WEST, far + 1, SQUARE))
    return f'<path d="{lines}" stroke="{ink.grid}" stroke-width=".5" fill="none"/>'


def border(chart: Chart, edge: int, ink: Ink) -> str:
    """Draw two lines around the sheet, with a bar between the lines at every other square."""
    low, high = 1 - edge, sheet(chart, edge) - edge - 1
    size = high - low
    bars = "".join(
        f"M{offset} {low + 2}h20M{offset} {high - 2}h20M{low + 2} {offset}v20M{high - 2} {offset}v20"
        for offset in range(WEST, east(chart), 2 * SQUARE)
    )
    return (
        f'<g fill="none" stroke="{ink.ink}"><rect x="{low}" y="{low}" width="{size}" height="{size}" stroke-width="1.4"/>'
        f'<rect x="{low + 4}" y="{low + 4}" width="{size - 8}" height="{size - 8}" stroke-width=".6"/>'
        f'<path d="{bars}" stroke-width="3"/></g>'
    )
