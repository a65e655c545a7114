"""Draw the fixed part of a chart, such as sea, islands and wharves. It is cached per process, chart and set of colours."""

from functools import cache

from games.kit.engraving import compass, palm, rhumbs, shore, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, smooth

from .board import HOMES, PORT
from .chart import CHARTS, Chart
from .drawing_ink import EDGE, NORTH, SQUARE, WEST, high, middle, wide

Box = tuple[float, float, float, float]
ROSES = {"one": ((420, 160, 46), (60, 320, 26)), "two": ((300, 100, 40), (60, 280, 26))}


@cache
def sea(key: str, ink: Ink) -> Markup:
    """Draw everything below the ships."""
    chart = CHARTS[key]
    keys = tuple(f"land-{kind}" for kind in kinds(chart))
    x, y = -WEST, -NORTH
    across, down = wide(chart) + WEST + EDGE, high(chart) + NORTH + EDGE
    return Markup("".join((
        f'<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="{ink.sea}"/>', shapes(chart),
        f'<g clip-path="url(#sea-clip)">{washes(ink, keys)}</g>', grid(chart, ink), rhumbs(ink, ROSES[key], "sea-clip"),
        "".join(compass(ink, *place) for place in ROSES[key]), lands(chart, ink), mainland(chart, ink), wharves(chart, ink), frame(chart, ink),
    )))  # fmt: skip


def kinds(chart: Chart) -> list[str]:
    """Return the letters of all islands, including the monsters'."""
    return sorted({kind for kind in chart.kind if kind not in ".PX"})


def boxes(chart: Chart, kind: str) -> list[Box]:
    """Return an island as boxes: its rows and columns of adjacent squares."""
    cells = [chart.cell(square) for square, letter in enumerate(chart.kind) if letter == kind]
    runs = []
    for c, r in cells:
        for dc, dr in ((1, 0), (0, 1)):
            if (c - dc, r - dr) in cells:
                continue
            length = 1
            while (c + dc * length, r + dr * length) in cells:
                length += 1
            if length > 1 or not any((c + x, r + y) in cells for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))):
                runs.append((c * SQUARE, r * SQUARE, (1 + dc * (length - 1)) * SQUARE, (1 + dr * (length - 1)) * SQUARE))
    return sorted({*runs})


def shapes(chart: Chart) -> str:
    """Return the SVG definitions of outlines that are used more than once."""
    parts = []
    for kind in kinds(chart):
        path = "".join(smooth(shore((x + 1, y + 1, w - 2, h - 2), ord(kind))) for x, y, w, h in boxes(chart, kind))
        parts.append(f'<path id="sea-land-{kind}" d="{path}"/>')
    clip = f'<clipPath id="sea-clip"><rect width="{wide(chart)}" height="{high(chart)}"/></clipPath>'
    return f"<defs>{''.join(parts)}{clip}</defs>"


def grid(chart: Chart, ink: Ink) -> str:
    down = "".join(f"M{x} 0V{high(chart)}" for x in range(0, wide(chart) + 1, SQUARE))
    across = "".join(f"M0 {y}H{wide(chart)}" for y in range(0, high(chart) + 1, SQUARE))
    return f'<path d="{down}{across}" stroke="{ink.grid}" stroke-width=".8" fill="none"/>'


def lands(chart: Chart, ink: Ink) -> str:
    """Draw every island with its name; the monsters' homes are darker."""
    outlines, bodies, more = [], [], []
    for kind in kinds(chart):
        home = kind in "ST"
        outlines.append(f'<use href="#sea-land-{kind}" fill="none" stroke="{ink.ink}" stroke-width="3"/>')
        bodies.append(f'<use href="#sea-land-{kind}" fill="{ink.high if home else ink.land}"/>')
        more.append(dressed(chart, ink, kind))
    return "".join((*outlines, *bodies, *more))


def dressed(chart: Chart, ink: Ink, kind: str) -> str:
    """Draw a palm on an island, and the island's name below."""
    squares = [square for square, letter in enumerate(chart.kind) if letter == kind]
    x, y = middle(chart, squares[0])
    name = HOMES["ST".index(kind)] if kind in "ST" else chart.islands[kind]
    tree = "" if kind in "ST" else palm(ink, x + 9, y - 9, 0.62, 2 if len(squares) > 1 else -2)
    low = max(squares)
    row = [middle(chart, square)[0] for square in squares if chart.cell(square)[1] == chart.cell(low)[1]]
    lx = sum(row) / len(row)
    ly = middle(chart, low)[1] + (27 if chart.cell(low)[1] + 1 < chart.height else -22)
    halo = f' stroke="{ink.sea}" stroke-width="2.5" paint-order="stroke" stroke-linejoin="round"'
    return f'{tree}<text x="{lx:g}" y="{ly}" font-size="8.5" font-style="italic" fill="{ink.soft}"{halo}>{name}</text>'


def mainland(chart: Chart, ink: Ink) -> str:
    """Draw the coast with the port in the west, and the strand of the hoard in the north."""
    _, py = middle(chart, chart.port)
    kx, _ = middle(chart, chart.mark)
    west = f"M{-WEST} {py - 86}C-60 {py - 78}-34 {py - 64}-26 {py - 40}C-20 {py - 20}-10 {py - 20}-4 {py - 14}V{py - 20}H-4V{py + 20}H-4"
    bay = f"C-16 {py + 22}-30 {py + 34}-44 {py + 44}C-58 {py + 56}-70 {py + 70}{-WEST} {py + 74}Z"
    north = f"M{kx - 84} {-NORTH}C{kx - 70} -52 {kx - 50} -30 {kx - 30} -16C{kx - 20} -6 {kx - 12} -4 {kx} -3C{kx + 16} -4 {kx + 30} -14 {kx + 44} -28C{kx + 58} -44 {kx + 70} -60 {kx + 80} {-NORTH}Z"
    water = f"M{-WEST} {py - 14}C-70 {py - 22}-46 {py - 16}-30 {py - 6}L-4 {py + 6}V{py + 20}C-20 {py + 22}-40 {py + 34}-52 {py + 36}C-70 {py + 40}-80 {py + 34}{-WEST} {py + 34}Z"
    return (
        f'<path d="{west}{bay}{north}" fill="{ink.land}" stroke="{ink.ink}" stroke-width="1.3"/>'
        f'<path d="{water}" fill="{ink.wash}" stroke="{ink.line}" stroke-width=".9"/>'
        f'<g font-size="10" font-weight="bold" fill="{ink.ink}"><text x="{-WEST + 35}" y="{py - 44}">{PORT.split()[0]}</text>'
        f'<text x="{-WEST + 35}" y="{py - 32}">{PORT.split()[1]}</text></g>'
        f'<text x="{-WEST + 30}" y="{py + 50}" font-size="8.5" font-style="italic" fill="{ink.soft}">anchorage</text>'
    )


def wharves(chart: Chart, ink: Ink) -> str:
    """Draw planks on both wharf squares; a cross marks the wharf at the hoard."""
    parts = []
    for square in (chart.port, chart.mark):
        x, y = middle(chart, square)
        planks = "".join(f"M{x - 17 + 5 * step} {y - 17}v34" for step in range(8))
        parts.append(
            f'<rect x="{x - 18}" y="{y - 18}" width="36" height="36" rx="2" fill="{ink.sand}" stroke="{ink.ink}" stroke-width="1.4"/>'
            f'<path d="{planks}" stroke="{ink.fine}" stroke-width=".8"/>'
        )
    x, y = middle(chart, chart.mark)
    parts.append(
        f'<path d="M{x - 11} {y - 11}l22 22m0-22l-22 22" stroke="{ink.red}" stroke-width="4.5" stroke-linecap="round" opacity=".8"/>'
    )
    return "".join(parts)


def frame(chart: Chart, ink: Ink) -> str:
    """Draw the border, with letters and numbers for finding a square."""
    x, y, across, down = -WEST + 1, -NORTH + 1, wide(chart) + WEST + EDGE - 2, high(chart) + NORTH + EDGE - 2
    letters = "".join(f'<text x="{middle(chart, c)[0]}" y="{high(chart) + 13}">{chr(65 + c)}</text>' for c in range(chart.width))
    numbers = "".join(
        f'<text x="{wide(chart) + 11}" y="{middle(chart, r * chart.width)[1] + 4}">{r + 1}</text>' for r in range(chart.height)
    )
    return (
        f'<g fill="none" stroke="{ink.ink}"><rect x="{x}" y="{y}" width="{across}" height="{down}" stroke-width="1.6"/>'
        f'<rect x="{x + 4}" y="{y + 4}" width="{across - 8}" height="{down - 8}" stroke-width=".7"/>'
        f'<rect width="{wide(chart)}" height="{high(chart)}" stroke-width="1"/></g><g font-size="10" fill="{ink.ink}">{letters}{numbers}</g>'
    )
