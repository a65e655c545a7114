"""What never changes: paper, sea, coasts, the shore with its harbours, and the frame. Drawn once a process and set of colours."""

from functools import cache

from games.kit.engraving import compass, rhumbs, shore, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, Point, around, line, num, smooth, waver
from games.kit.symbols import PREFIX

from .board import COASTS, HARBOURS, LAND
from .chart import CHART, PORT_OF_COLOUR, SQUARES
from .drawing_harbours import DOCKS, NAME, QUAYS, ZONE, Quay, turned
from .drawing_ink import EAST, EDGE, SHEET, SQUARE, WEST, frame_of, middle
from .drawing_islands import islands

ROSES = ((330, 75, 44), (95, 365, 27))
SHOALS = ("navassa", "sail-rock")
SOLID = tuple(key for key in LAND if key not in SHOALS)
LOW, HIGH = -EDGE + 1, SHEET - EDGE - 1


@cache
def sea(ink: Ink) -> Markup:
    """Everything beneath the ships."""
    return Markup("".join((
        shapes(ink), f'<rect x="{-EDGE}" y="{-EDGE}" width="{SHEET}" height="{SHEET}" fill="{ink.sea}"/>',
        washes(ink, (*SOLID, "main")), graticule(ink), rhumbs(ink, ROSES, PREFIX + "clip"), "".join(compass(ink, *rose) for rose in ROSES),
        coasts(ink), f'<use href="#{PREFIX}main" fill="{ink.land}" stroke="{ink.ink}" stroke-width="1.3"/>',
        islands(ink), harbours(ink), frame(ink),
    )))  # fmt: skip


def shapes(ink: Ink) -> str:
    """Outlines that are used several times, and the hatching of coasts and shoals."""
    boxes = "".join(f'<path id="{PREFIX}{key}" d="{smooth(shore(frame_of(key), index))}"/>' for index, key in enumerate(LAND))
    hatch = (
        f'<pattern id="{PREFIX}hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V4" stroke="{ink.line}" stroke-width=".7"/></pattern>'
    )
    clip = f'<clipPath id="{PREFIX}clip"><rect x="{WEST}" y="{WEST}" width="{EAST - WEST}" height="{EAST - WEST}"/></clipPath>'
    out = f"M-99-99H{SHEET + 99}V{SHEET + 99}H-99Z"
    return f'<defs>{boxes}<path id="{PREFIX}main" d="{out}{smooth(mainland())}" fill-rule="evenodd"/>{hatch}{clip}</defs>'


def mainland() -> list[Point]:
    """The inner shore of the sheet, clockwise from the north-west, never inside the squares."""
    points: list[Point] = []
    for index, (x, y, dx, dy) in enumerate(((WEST, WEST, 1, 0), (EAST, WEST, 0, 1), (EAST, EAST, -1, 0), (WEST, EAST, 0, -1))):
        for step in range(0, EAST - WEST, SQUARE):
            out = 1.8 + 1.4 * waver(step / SQUARE + 30 * index)
            points.append((x + dx * step + dy * out, y + dy * step - dx * out))
    return points


def graticule(ink: Ink) -> str:
    """The lines between the squares."""
    lines = "".join(f"M{at} {WEST}V{EAST}M{WEST} {at}H{EAST}" for at in range(WEST, EAST + 1, SQUARE))
    return f'<path d="{lines}" stroke="{ink.grid}" stroke-width=".5" fill="none"/>'


def coasts(ink: Ink) -> str:
    """The squares beside Pirate Island in the colours of those who land there, with their letter, and the shores where goods wash up, hatched."""
    parts = []
    for painted, squares in COASTS.items():
        colour = ink.ports[PORT_OF_COLOUR[painted]]
        for x, y in (middle(SQUARES[name]) for name in squares):
            parts.append(f'<rect x="{x - 9.5}" y="{y - 9.5}" width="19" height="19" fill="{colour}" fill-opacity=".55" stroke="{colour}"/>')
            parts.append(f'<text x="{x + 6}" y="{y - 3.6}" font-size="6" fill="{ink.ink}">{painted[0].upper()}</text>')
    beside = "".join(f"M{x - 10} {y - 10}h20v20h-20z" for isle in ("hispaniola", "norman") for x, y in map(middle, CHART.coasts[isle]))
    return f'{"".join(parts)}<path d="{beside}" fill="url(#{PREFIX}hatch)" opacity=".4"/>'


def harbours(ink: Ink) -> str:
    """Quays in the colours of their ports, arrows for the three ways out, names, and two panels each."""
    docks = "".join(box(*q.box(DOCKS, 1)) for q in QUAYS)
    zones = "".join(box(*q.box(ZONE, -1)) for q in QUAYS)
    basins = "".join(
        f'<rect x="{q.x - 9}" y="{q.y - 9}" width="18" height="18" rx="3" fill="{ink.ports[q.port]}" stroke="{ink.ink}" stroke-width="1.4"/>'
        for q in QUAYS
    )
    return (
        f'<g fill="{ink.sand}" stroke="{ink.line}"><path d="{docks}" stroke-dasharray="3 1.5" stroke-width=".9"/>'
        f'<path d="{zones}" stroke-width="1.5"/></g>{basins}<path d="{"".join(map(arrows, QUAYS))}" fill="{ink.ink}"/>'
        f'<g font-size="11" font-weight="bold" fill="{ink.ink}">{"".join(map(name, QUAYS))}</g>'
    )


def box(x: float, y: float, wide: float, high: float) -> str:
    """Path data of a rectangle."""
    return f"M{num(x)} {num(y)}h{num(wide)}v{num(high)}h-{num(wide)}z"


def arrows(q: Quay) -> str:
    """The three ways out of a harbour."""
    parts = []
    for heading in CHART.exits[q.port]:
        tip = around(q.x, q.y, 19, heading / 8)
        one, other = (around(q.x, q.y, 13, heading / 8 + side) for side in (-0.04, 0.04))
        parts.append(line((tip, one, other)) + "Z")
    return "".join(parts)


def name(q: Quay) -> str:
    """What the port is called, along its shore."""
    x, y = q.at(14, NAME)
    return f'<text {turned(x, y, q)} dy="3.6">{HARBOURS[q.port].name}</text>'


def frame(ink: Ink) -> str:
    """The border, with letters and numbers to find a square by."""
    size = HIGH - LOW
    bars = "".join(f"M{at} {LOW + 2}h20M{at} {HIGH - 2}h20M{LOW + 2} {at}v20M{HIGH - 2} {at}v20" for at in range(WEST, EAST, 2 * SQUARE))
    return (
        f'<g fill="none" stroke="{ink.ink}"><rect x="{LOW}" y="{LOW}" width="{size}" height="{size}" stroke-width="1.4"/>'
        f'<rect x="{LOW + 4}" y="{LOW + 4}" width="{size - 8}" height="{size - 8}" stroke-width=".6"/>'
        f'<path d="{bars}" stroke-width="3"/></g><g font-size="7.5" fill="{ink.ink}">{scales()}</g>'
    )


def scales() -> str:
    """Letters along the top and bottom, numbers along both sides, close to the sea."""
    across = " ".join(str(WEST + SQUARE * index + 10) for index in range(CHART.size))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: CHART.size]
    rows = "".join(f'<text y="{WEST + SQUARE * index + 12.5}">{index + 1}</text>' for index in range(CHART.size))
    top, bottom = WEST - 4.6, EAST + 9.6
    return (
        f'<text id="{PREFIX}columns" x="{across}" y="{num(top)}">{letters}</text><use href="#{PREFIX}columns" y="{num(bottom - top)}"/>'
        f'<g id="{PREFIX}rows" transform="translate({WEST - 7})">{rows}</g><use href="#{PREFIX}rows" x="{EAST - WEST + 14}"/>'
    )
