"""Draw the fixed part of the chart: paper, sea, islands, coasts, harbours and frame. Cached in each process, for each set of colours."""

from functools import cache

from games.kit.crew_game.grid import SQUARE, WEST, border, east, graticule, left, middle, outlines, paper, sheet, top
from games.kit.crew_game.quays import Plan, Quay, draw_arrows, draw_name, draw_panels
from games.kit.engraving import compass, ground, palm, rhumbs, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, Point, line, num, waver
from games.kit.symbols import PREFIX

from .drawing_symbols import EDGE
from .sea import LARGE, Sea, sea_of

PLAN = Plan(docks=(12.5, 104.5), zone=(12.5, 76.5), depth=(-9.5, 12.5), name=(0, 20.5), letter=4.1, gap=12, arrow=(12.5, 7.5, 0.07))
SHORT = PLAN._replace(zone=(12.5, 69))
"""The plan for the small sea, whose harbours are closer together."""


@cache
def quays(sea: Sea) -> tuple[Quay, ...]:
    """Return the harbour of each port: a notch in the mainland, or a quay beside the ships' square if harbours lie inside the grid."""
    return tuple(quay(sea, port) for port in range(len(sea.ports)))


def quay(sea: Sea, port: int) -> Quay:
    c, r = sea.cell(sea.harbours[port])
    x, y = middle(sea, sea.harbours[port])
    half, rim = sea.width / 2, 1 if sea.harbours_inside else 0
    if c in (rim, sea.size + 1 - rim):
        inland, corner = (1 if c > half else -1, 0), (0, -1 if r > half else 1)
    else:
        inland, corner = (0, -1 if r > half else 1), (1 if c > half else -1, 0)
    out = SQUARE * rim
    x, y = x + out * inland[0], y + out * inland[1]
    return Quay(port, sea.ports[port].name, sea.paints[port], x, y, inland, corner, SHORT if rim else PLAN, out)


def islands(sea: Sea, ink: Ink) -> str:
    """Draw all three islands, with space for goods in the middle. Each is drawn at its place on the large board, then moved."""
    drawn = {"treasure": treasure_island(ink), "flat": flat_island(ink), "pirate": pirate_island(ink)}
    fills = {"treasure": ink.land, "flat": ink.sand, "pirate": ink.land}
    return "".join(ground(ink, key, fills[key]) + shifted(sea, key, picture) for key, picture in drawn.items())


def shift(sea: Sea, key: str) -> tuple[float, float]:
    here, there = corner(sea, key), corner(sea_of(LARGE), key)
    return here[0] - there[0], here[1] - there[1]


def corner(sea: Sea, key: str) -> tuple[float, float]:
    c1, _, _, r2 = sea.islands[key]
    return left(c1), top(sea, r2)


def shifted(sea: Sea, key: str, markup: str) -> str:
    """Move the drawing of an island from its place on the large board to its place on this board."""
    dx, dy = shift(sea, key)
    return f'<g transform="translate({dx:g} {dy:g})">{markup}</g>' if dx or dy else markup


def title(ink: Ink, x: float, y: float, *words: str) -> str:
    lines = "".join(f'<tspan x="{x}" dy="{9.5 if index else 0}">{word}</tspan>' for index, word in enumerate(words))
    return f'<text x="{x}" y="{y}" font-size="9.5" font-style="italic" font-weight="bold" fill="{ink.ink}">{lines}</text>'


def treasure_island(ink: Ink) -> str:
    chest = (
        f'<g transform="translate(289 287)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/>'
        f'<rect x="-1.5" y="-.5" width="3" height="3.5" fill="{ink.gold}"/></g>'
    )
    return (
        f"{palm(ink, 230, 275, 0.8, 3)}{palm(ink, 241, 281, 0.62, -2)}{palm(ink, 289, 233, 0.75, -3)}{chest}"
        f"{title(ink, 260, 231, 'Treasure', 'Island')}"
    )


def flat_island(ink: Ink) -> str:
    tufts = "".join(f"M{x} {y}v-4m-2.5 4-1.5-3m6.5 3 1.5-3m-9 3.500h11" for x, y in ((50, 112), (86, 115), (67, 119), (90, 54), (48, 60)))
    return f'<path d="{tufts}" fill="none" stroke="{ink.leaf}" stroke-width=".8"/>{title(ink, 70, 54, "Flat", "Island")}'


def pirate_island(ink: Ink) -> str:
    crag = (
        "M424 470C423 460 428 452 431 447L435 436 440 431 446 424 452 427 457 423 463 430 467 438 472 446C474 452 477 460 476 470L468 474"
        " 463 468 458 475 453 469 448 475 443 468 437 474Z"
    )
    shade = "M457 423 463 430 467 438 472 446C474 452 477 460 476 470L468 474 466 458 461 448 462 438Z"
    caves = "M434 452C436 446 444 445 446 450 447 456 442 460 437 459 434 458 433 455 434 452ZM453 450C455 445 463 446 465 452 466 455 465 458 462 459 457 460 452 456 453 450ZM449 457 446 464H453Z"
    cuts = "M446 424 444 434 440 440M440 431 438 440M452 427 453 438 450 444M463 430 459 438M431 447 435 446M428 456 432 462M430 466 435 468M470 452 467 462M442 462 440 468M456 462 458 468"
    return (
        f'<g transform="translate(171 178.5) scale(.62)" stroke-linejoin="round"><path d="{crag}" '
        f'fill="{ink.high}"/><path d="{shade}" fill="{ink.line}" opacity=".45"/><path d="{crag}{cuts}" fill="none" stroke="{ink.ink}"/>'
        f'<path d="{caves}" fill="{ink.dark}"/></g>{title(ink, 450, 412, "Pirate", "Island")}'
    )


ROSES = ((0.79, 0.208, 52), (0.167, 0.79, 30))
"""The positions of the compass roses, as shares of the sea's width, and their radius on the large board."""


@cache
def sea(chart: Sea, ink: Ink) -> Markup:
    """Draw everything below the ships."""
    return Markup("".join((
        outlines(chart, EDGE, {key: box[0] for key, box in chart.islands.items()}, mainland(chart), "sea", ink), paper(chart, EDGE, ink),
        washes(ink, (*chart.islands, "main")), graticule(chart, ink), roses(chart, ink), coast_squares(chart, ink),
        ground(ink, "main", ink.land), islands(chart, ink), corners(chart, ink), harbours(chart, ink), frame(chart, ink),
    )))  # fmt: skip


def mainland(sea: Sea) -> list[Point]:
    """Return the shoreline of the mainland, clockwise from the north-west. Harbours are notches one square deep, unless they lie inside."""
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
    wide = east(sea) - WEST
    places = [(round(WEST + wide * x), round(WEST + wide * y), radius * sea.size / 24) for x, y, radius in ROSES]
    return rhumbs(ink, places, PREFIX + "sea") + "".join(compass(ink, *place) for place in places)


def coast_squares(sea: Sea, ink: Ink) -> str:
    """Draw the coast squares of the two islands where stopping has an effect, hatched and outlined."""
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
    walls = [line((q.berth(-9.4, -9), q.berth(-9.4, 9), q.berth(9.4, 9), q.berth(9.4, -9))) for q in quays(sea)]
    painted = "".join(f'<path d="{quay}" stroke="{ink.ports[q.paint]}"/>' for q, quay in zip(quays(sea), walls, strict=True))
    return (
        f'{draw_panels(quays(sea), ink)}<g fill="none" stroke-width="3"><path d="{"".join(walls)}" stroke="{ink.ink}" stroke-width="4.5"/>{painted}</g>'
        f'<path d="{"".join(draw_arrows(sea, q) for q in quays(sea))}" fill="{ink.ink}"/>'
        f'<g font-size="11.5" font-weight="bold" fill="{ink.ink}">{"".join(map(draw_name, quays(sea)))}</g>'
    )


def frame(sea: Sea, ink: Ink) -> str:
    """Draw the border like a scale of degrees, with letters and numbers for finding a square."""
    low, high = 1 - EDGE, sheet(sea, EDGE) - EDGE - 1
    across = " ".join(str(WEST + SQUARE * index + 10) for index in range(sea.size))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: sea.size]
    rows = "".join(f'<text y="{WEST + SQUARE * index + 13}">{sea.size - index}</text>' for index in range(sea.size))
    return (
        f'{border(sea, EDGE, ink)}<g font-size="8" fill="{ink.ink}">'
        f'<text id="sea-columns" x="{across}" y="{low + 11.5}">{letters}</text><use href="#sea-columns" y="{high - low - 16.5}"/>'
        f'<g id="sea-rows" transform="translate({low + 9})">{rows}</g><use href="#sea-rows" x="{high - low - 18}"/></g>'
    )
