"""The parts of a chart below its ships: outlines of land, the paper, lines between squares, and the border."""

from collections.abc import Mapping, Sequence

from games.kit.engraving import shore
from games.kit.ink import Ink
from games.kit.svg import Point, smooth
from games.kit.symbols import PREFIX

from .chart import Chart
from .grid import SQUARE, WEST, east, frame_of, sheet


def outlines(chart: Chart, edge: int, seeds: Mapping[str, float], mainland: Sequence[Point], clip: str, ink: Ink) -> str:
    """Draw outlines that are reused, the hatching of coasts, and the sea as a clip path (named `clip`).

    `seeds` maps each island to the random seed of its shore.
    """
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
    """Draw the sheet itself."""
    wide = sheet(chart, edge)
    return f'<rect x="{-edge}" y="{-edge}" width="{wide}" height="{wide}" fill="{ink.sea}"/>'


def graticule(chart: Chart, ink: Ink) -> str:
    """Draw the lines between the squares."""
    far = east(chart)
    lines = "".join(f"M{offset} {WEST}V{far}M{WEST} {offset}H{far}" for offset in range(WEST, far + 1, SQUARE))
    return f'<path d="{lines}" stroke="{ink.grid}" stroke-width=".5" fill="none"/>'


def border(chart: Chart, edge: int, ink: Ink) -> str:
    """Draw two lines around the sheet, and a bar for every other square between them."""
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
