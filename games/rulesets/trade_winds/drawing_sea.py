"""Draw the fixed part of the chart: paper, sea, coasts, harbours and frame. It is cached per process and set of colours."""

from functools import cache

from games.kit.crew_game.grid import SQUARE, WEST, border, east, frame_of, graticule, middle, outlines, paper
from games.kit.crew_game.quays import draw_arrows, draw_name, draw_panels
from games.kit.engraving import compass, ground, inner_shore, palm, rhumbs, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, num
from games.kit.symbols import PREFIX

from .board import COASTS, LAND
from .chart import CHART, PORT_OF_COLOUR, SQUARES
from .drawing_ink import EDGE, QUAYS

EAST = east(CHART)
ROSES = ((330, 75, 44), (95, 365, 27))
SHOALS = ("navassa", "sail-rock")
SOLID = tuple(key for key in LAND if key not in SHOALS)
SEEDS = {key: index for index, key in enumerate(LAND)}
ROCKS = ("rock-north-west", "rock-north-east", "rock-south-west", "rock-south-east")


@cache
def sea(ink: Ink) -> Markup:
    """Draw everything below the ships."""
    return Markup("".join((
        outlines(CHART, EDGE, SEEDS, inner_shore(WEST, EAST, SQUARE, 1.8, 1.4), "clip", ink), paper(CHART, EDGE, ink), washes(ink, (*SOLID, "main")),
        graticule(CHART, ink), rhumbs(ink, ROSES, PREFIX + "clip"), "".join(compass(ink, *rose) for rose in ROSES),
        coasts(ink), ground(ink, "main", ink.land), islands(ink), harbours(ink),
        border(CHART, EDGE, ink), f'<g font-size="7.5" fill="{ink.ink}">{scales()}</g>',
    )))  # fmt: skip


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
    """Draw each harbour: a quay in its port's colour, arrows for the three ways out, a name, and two panels."""
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


def islands(ink: Ink) -> str:
    return (
        pirate(ink)
        + isle(ink, "hispaniola", "Hispaniola")
        + isle(ink, "norman", "Norman")
        + "".join(rock(ink, key) for key in ROCKS)
        + shoals(ink)
    )


def title(ink: Ink, x: float, y: float, words: str, size: float = 8) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-style="italic" font-weight="bold" fill="{ink.ink}">{words}</text>'


def pirate(ink: Ink) -> str:
    x, y, wide, _ = frame_of(CHART, CHART.islands["pirate"])
    chest = (
        f'<g transform="translate({x + 40:g} {y + 71.5:g}) scale(.6)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/></g>'
    )
    palms = palm(ink, x + 11, y + 8, 0.5, 3) + palm(ink, x + 69, y + 9, 0.5, -3) + palm(ink, x + 12, y + 62, 0.5, 2)
    return ground(ink, "pirate", ink.land) + palms + chest + title(ink, x + wide / 2, y + 14, "Pirate Island", 8.5)


def isle(ink: Ink, key: str, words: str) -> str:
    x, y, wide, _ = frame_of(CHART, CHART.islands[key])
    return ground(ink, key, ink.sand) + title(ink, x + wide / 2, y + 12, words, 7) + palm(ink, x + 8, y + 22, 0.4, 2)


def rock(ink: Ink, key: str) -> str:
    x, y, _, _ = frame_of(CHART, CHART.islands[key])
    crag = f"M{x + 3} {y + 17}L{x + 6} {y + 8} {x + 9} {y + 4} {x + 12} {y + 7} {x + 17} {y + 17}Z"
    shade = f"M{x + 9} {y + 4}L{x + 12} {y + 7} {x + 17} {y + 17}H{x + 11}Z"
    surf = f"M{x + 1} {y + 18.5}q2.5-2 5 0t5 0 5 0"
    return (
        f'<g stroke-linejoin="round"><path d="{crag}" fill="{ink.high}" stroke="{ink.ink}"/><path d="{shade}" fill="{ink.line}" opacity=".6"/>'
        f'<path d="{surf}" fill="none" stroke="{ink.ink}" stroke-width=".7"/></g>'
    )


def shoals(ink: Ink) -> str:
    """Draw Navassa and Sail Rock: crossed hatching, a wreck's ribs, and a name."""
    parts = []
    for key, words in (("navassa", "Navassa"), ("sail-rock", "Sail Rock")):
        x, y, wide, _ = frame_of(CHART, CHART.islands[key])
        teeth = "".join(f"M{x + dx} {y + dy}l3-7 3 7z" for dx, dy in ((5, 16), (13, 19), (24, 17), (31, 36), (6, 36), (17, 34)))
        parts.append(
            f'<use href="#{PREFIX}{key}" fill="url(#{PREFIX}hatch)" stroke="{ink.risk}" stroke-dasharray="3 2"/>'
            f'<path d="{teeth}" fill="{ink.high}" stroke="{ink.ink}" stroke-width=".7"/>'
            f'<g stroke="{ink.sea}" stroke-width="2.4" paint-order="stroke">{title(ink, x + wide / 2, y + 26, words, 7)}</g>'
        )
    return "".join(parts)
