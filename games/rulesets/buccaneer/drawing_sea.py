"""Draw the fixed part: paper, sea, islands, coasts, harbours and the frame. Cached per process and set of colours."""

from functools import cache

from games.kit.crew_game.grid import SQUARE, WEST, east, left, middle, sheet, top
from games.kit.crew_game.quays import draw_arrows, draw_name, draw_panels
from games.kit.crew_game.sea import border, graticule, outlines, paper
from games.kit.engraving import compass, ground, rhumbs, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, Point, line, num, waver
from games.kit.symbols import PREFIX

from .drawing_harbours import quays
from .drawing_ink import EDGE
from .drawing_islands import islands
from .sea import Sea

ROSES = ((0.79, 0.208, 52), (0.167, 0.79, 30))
"""The positions of the compass roses, as shares of the sea, and their sizes."""


@cache
def sea(chart: Sea, ink: Ink) -> Markup:
    """Draw everything below the ships."""
    return Markup("".join((
        outlines(chart, EDGE, {key: box[0] for key, box in chart.islands.items()}, mainland(chart), "sea", ink), paper(chart, EDGE, ink),
        washes(ink, (*chart.islands, "main")), graticule(chart, ink), roses(chart, ink), coast_squares(chart, ink),
        ground(ink, "main", ink.land), islands(chart, ink), corners(chart, ink), harbours(chart, ink), frame(chart, ink),
    )))  # fmt: skip


def mainland(sea: Sea) -> list[Point]:
    """Return the shore of the mainland, clockwise from the north-west. Harbours are notches one square deep, unless they lie inside."""
    points: list[Point] = []
    length, far = east(sea) - WEST, east(sea)
    deep = () if sea.harbours_inside else quays(sea)
    for index, (x, y, dx, dy) in enumerate(((WEST, WEST, 1, 0), (far, WEST, 0, 1), (far, far, -1, 0), (WEST, far, 0, -1))):
        notches = [(q.x - x) * dx + (q.y - y) * dy for q in deep if (q.x - x) * dy - (q.y - y) * dx == 10]
        steps = [step for step in range(0, length, 20) if all(abs(step - notch) > 13 for notch in notches)]
        outline: list[Point] = [(step, 1.6 + 1.4 * waver(step / 20 + 30 * index)) for step in steps]
        for notch in notches:
            outline += [(notch - 10.6, 0.6), (notch - 9.6, 3), (notch - 9.4, 18), (notch - 7.5, 19.6)]
            outline += [(notch + 7.5, 19.6), (notch + 9.4, 18), (notch + 9.6, 3), (notch + 10.6, 0.6)]
        points += [(x + dx * along + dy * out, y + dy * along - dx * out) for along, out in sorted(outline)]
    return points


def roses(sea: Sea, ink: Ink) -> str:
    """Draw two compass roses and their rhumb lines over the whole sea."""
    wide = east(sea) - WEST
    places = [(round(WEST + wide * x), round(WEST + wide * y), radius * sea.size / 24) for x, y, radius in ROSES]
    return rhumbs(ink, places, PREFIX + "sea") + "".join(compass(ink, *place) for place in places)


def coast_squares(sea: Sea, ink: Ink) -> str:
    """Draw the coast squares of two islands, hatched and edged, since stopping there has an effect."""
    parts = []
    for key in ("treasure", "flat"):
        c1, c2, r1, r2 = sea.islands[key]
        x, y, wide, high = left(c1 - 1), top(sea, r2 + 1), SQUARE * (c2 - c1 + 3), SQUARE * (r2 - r1 + 3)
        inner = f"M{x + 20} {y + 20}V{y + high - 20}H{x + wide - 20}V{y + 20}Z"
        parts.append(
            f'<path d="M{x} {y}H{x + wide}V{y + high}H{x}Z{inner}" fill="url(#sea-hatch)" fill-rule="evenodd" opacity=".55"/>'
            f'<path d="M{x} {y}H{x + wide}V{y + high}H{x}Z" fill="none" stroke="{ink.line}" stroke-dasharray="4 2.5"/>'
        )
    return "".join(parts)


def corners(sea: Sea, ink: Ink) -> str:
    """Draw Mud Bay, Cliff Creek and the anchor, each with its sign and its name."""
    (mx, my), (cx, cy), (ax, ay) = (middle(sea, square) for square in (sea.mud_bay, sea.cliff_creek, sea.anchor))
    reeds = "".join(f"M{mx + dx} {my + dy}v-4m-2 4l-1.6-3m5.600 3l1.6-3" for dx, dy in ((-4, 3), (4, 5), (1, -2)))
    cliff = "".join(f"M{num(cx - 9 + 3 * i)} {cy - 9}l1 {7 + 3 * (i % 2)}" for i in range(7))
    anchor = (
        f"M{ax} {ay - 5}V{ay + 7}M{ax - 3.5} {ay - 2.5}H{ax + 3.5}M{ax - 6.5} {ay + 2}C{ax - 6} {ay + 6} {ax - 3} {ay + 7} {ax} {ay + 7}"
        f"C{ax + 3} {ay + 7} {ax + 6} {ay + 6} {ax + 6.5} {ay + 2}"
    )
    return (
        f'<g fill="none" stroke="{ink.soft}" stroke-width="1" stroke-linecap="round"><path d="{reeds}{cliff}"/>'
        f'<path d="{anchor}" stroke-width="1.6"/><circle cx="{ax}" cy="{ay - 7}" r="1.9" stroke-width="1.3"/></g>'
        f'<g font-size="8" font-style="italic" fill="{ink.soft}"><text x="{mx + 2}" y="{my - 14}" text-anchor="start">Mud Bay</text>'
        f'<text x="{cx - 14}" y="{cy + 3}" text-anchor="end">Cliff Creek</text>'
        f'<text x="{ax - 13}" y="{ay + 7}" text-anchor="end">Anchor</text></g>'
    )


def harbours(sea: Sea, ink: Ink) -> str:
    """Draw quays in the colours of their ports, arrows for the three ways out, names, and two panels each."""
    walls = [line((q.berth(-9.4, -9), q.berth(-9.4, 9), q.berth(9.4, 9), q.berth(9.4, -9))) for q in quays(sea)]
    painted = "".join(f'<path d="{quay}" stroke="{ink.ports[q.paint]}"/>' for q, quay in zip(quays(sea), walls, strict=True))
    return (
        f'{draw_panels(quays(sea), ink)}<g fill="none" stroke-width="3"><path d="{"".join(walls)}" stroke="{ink.ink}" stroke-width="4.5"/>{painted}</g>'
        f'<path d="{"".join(draw_arrows(sea, q) for q in quays(sea))}" fill="{ink.ink}"/>'
        f'<g font-size="11.5" font-weight="bold" fill="{ink.ink}">{"".join(map(draw_name, quays(sea)))}</g>'
    )


def frame(sea: Sea, ink: Ink) -> str:
    """Draw the border in degrees, with letters and numbers for finding a square."""
    low, high = 1 - EDGE, sheet(sea, EDGE) - EDGE - 1
    return f'{border(sea, EDGE, ink)}<g font-size="8" fill="{ink.ink}">{scales(sea, low, high)}</g>'


def scales(sea: Sea, low: int, high: int) -> str:
    """Draw letters along the top and bottom, numbers along both sides."""
    across = " ".join(str(WEST + SQUARE * index + 10) for index in range(sea.size))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: sea.size]
    rows = "".join(f'<text y="{WEST + SQUARE * index + 13}">{sea.size - index}</text>' for index in range(sea.size))
    return (
        f'<text id="sea-columns" x="{across}" y="{low + 11.5}">{letters}</text><use href="#sea-columns" y="{high - low - 16.5}"/>'
        f'<g id="sea-rows" transform="translate({low + 9})">{rows}</g><use href="#sea-rows" x="{high - low - 18}"/>'
    )
