"""Draw the fixed part: paper, sea, coasts, the shore with its harbours, and the frame. Cached per process and set of colours."""

from functools import cache

from games.kit.crew_game.grid import SQUARE, WEST, border, east, graticule, middle, outlines, paper
from games.kit.crew_game.quays import draw_arrows, draw_name, draw_panels
from games.kit.engraving import compass, ground, rhumbs, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, Point, num, waver
from games.kit.symbols import PREFIX

from .board import COASTS, LAND
from .chart import CHART, PORT_OF_COLOUR, SQUARES
from .drawing_harbours import QUAYS
from .drawing_ink import EDGE
from .drawing_islands import islands

EAST = east(CHART)
ROSES = ((330, 75, 44), (95, 365, 27))
SHOALS = ("navassa", "sail-rock")
SOLID = tuple(key for key in LAND if key not in SHOALS)
SEEDS = {key: index for index, key in enumerate(LAND)}


@cache
def sea(ink: Ink) -> Markup:
    """Draw everything below the ships."""
    return Markup("".join((
        outlines(CHART, EDGE, SEEDS, mainland(), "clip", ink), paper(CHART, EDGE, ink), washes(ink, (*SOLID, "main")),
        graticule(CHART, ink), rhumbs(ink, ROSES, PREFIX + "clip"), "".join(compass(ink, *rose) for rose in ROSES),
        coasts(ink), ground(ink, "main", ink.land), islands(ink), harbours(ink),
        border(CHART, EDGE, ink), f'<g font-size="7.5" fill="{ink.ink}">{scales()}</g>',
    )))  # fmt: skip


def mainland() -> list[Point]:
    """Return the inner shore of the sheet, clockwise from the north-west, never inside the squares."""
    points: list[Point] = []
    for index, (x, y, dx, dy) in enumerate(((WEST, WEST, 1, 0), (EAST, WEST, 0, 1), (EAST, EAST, -1, 0), (WEST, EAST, 0, -1))):
        for step in range(0, EAST - WEST, SQUARE):
            out = 1.8 + 1.4 * waver(step / SQUARE + 30 * index)
            points.append((x + dx * step + dy * out, y + dy * step - dx * out))
    return points


def coasts(ink: Ink) -> str:
    """Draw the squares beside Pirate Island in the colour of the ships that land there, and hatch the shores where goods wash up."""
    parts = []
    for painted, squares in COASTS.items():
        colour = ink.ports[PORT_OF_COLOUR[painted]]
        for x, y in (middle(CHART, SQUARES[name]) for name in squares):
            parts.append(f'<rect x="{x - 9.5}" y="{y - 9.5}" width="19" height="19" fill="{colour}" fill-opacity=".55" stroke="{colour}"/>')
            parts.append(f'<text x="{x + 6}" y="{y - 3.6}" font-size="6" fill="{ink.ink}">{painted[0].upper()}</text>')
    beside = "".join(
        f"M{x - 10} {y - 10}h20v20h-20z"
        for isle in ("hispaniola", "norman")
        for x, y in (middle(CHART, square) for square in CHART.coasts[isle])
    )
    return f'{"".join(parts)}<path d="{beside}" fill="url(#{PREFIX}hatch)" opacity=".4"/>'


def harbours(ink: Ink) -> str:
    """Draw quays in the colours of their ports, arrows for the three ways out, names, and two panels each."""
    basins = "".join(
        f'<rect x="{q.x - 9}" y="{q.y - 9}" width="18" height="18" rx="3" fill="{ink.ports[q.port]}" stroke="{ink.ink}" stroke-width="1.4"/>'
        for q in QUAYS
    )
    ways = "".join(draw_arrows(CHART, q) for q in QUAYS)
    return (
        f'{draw_panels(QUAYS, ink)}{basins}<path d="{ways}" fill="{ink.ink}"/>'
        f'<g font-size="11" font-weight="bold" fill="{ink.ink}">{"".join(map(draw_name, QUAYS))}</g>'
    )


def scales() -> str:
    """Draw letters along the top and bottom, numbers along both sides, close to the sea."""
    across = " ".join(str(WEST + SQUARE * index + 10) for index in range(CHART.size))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: CHART.size]
    rows = "".join(f'<text y="{WEST + SQUARE * index + 12.5}">{index + 1}</text>' for index in range(CHART.size))
    top, bottom = WEST - 4.6, EAST + 9.6
    return (
        f'<text id="{PREFIX}columns" x="{across}" y="{num(top)}">{letters}</text><use href="#{PREFIX}columns" y="{num(bottom - top)}"/>'
        f'<g id="{PREFIX}rows" transform="translate({WEST - 7})">{rows}</g><use href="#{PREFIX}rows" x="{EAST - WEST + 14}"/>'
    )
