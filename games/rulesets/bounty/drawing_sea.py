"""Draw the fixed part of the chart, such as sea, islands and harbours. It is cached per process and set of colours."""

from functools import cache

from games.kit.engraving import compass, inner_shore, palm, rhumbs, shore, washes
from games.kit.ink import Ink
from games.kit.svg import Markup, num, safe, smooth
from games.kit.symbols import PREFIX, use

from .board import ISLANDS, PORTS, SIZE
from .chart import ADMIRALTY, HARBOURS, HOME, LETTERS, PORT_SQUARES, number
from .drawing_ink import EDGE, SEA, SHEET, SQUARE, corner, middle
from .seen import View

ROSES = ((SEA * 0.78, SEA * 0.27, 46), (SEA * 0.19, SEA * 0.76, 30))
NECKS = (("E6", "E7"), ("E6", "F6"), ("H8", "I8"), ("I7", "I8"))
ISLES = {name.split()[0].lower(): squares for name, squares in ISLANDS.items()}
WIDE, HIGH = 52, 22
"""The size of a port's scroll."""


@cache
def sea(ink: Ink) -> Markup:
    """Draw everything below the ships."""
    return Markup("".join((
        shapes(ink), f'<rect x="{-EDGE}" y="{-EDGE}" width="{SHEET}" height="{SHEET}" fill="{ink.sea}"/>',
        washes(ink, (*ISLES, "main")), graticule(ink), rhumbs(ink, ROSES, PREFIX + "clip"), "".join(compass(ink, *rose) for rose in ROSES),
        f'<use href="#{PREFIX}main" fill="{ink.land}" stroke="{ink.ink}" stroke-width="1.4"/>', islands(ink), basins(ink), frame(ink),
    )))  # fmt: skip


def shapes(ink: Ink) -> str:
    """Return the SVG definitions of outlines that are used more than once."""
    land = "".join(f'<path id="{PREFIX}{key}" d="{"".join(map(islet, squares))}"/>' for key, squares in ISLES.items())
    clip = f'<clipPath id="{PREFIX}clip"><rect width="{SEA}" height="{SEA}"/></clipPath>'
    low, high = -EDGE - 40, SEA + EDGE + 40
    out = f"M{low} {low}H{high}V{high}H{low}Z"
    coast = smooth(inner_shore(0, SEA, 16, 2.6, 2))
    return f'<defs>{land}<path id="{PREFIX}main" d="{out}{coast}" fill-rule="evenodd"/>{clip}</defs>'


def islet(name: str) -> str:
    x, y = corner(number(name))
    return smooth(shore((x - 1.5, y - 1.5, SQUARE + 3, SQUARE + 3), number(name)))


def neck(start: str, end: str) -> str:
    (x, y), (x2, y2) = middle(number(start)), middle(number(end))
    return f"M{(3 * x + x2) // 4} {(3 * y + y2) // 4}L{(x + 3 * x2) // 4} {(y + 3 * y2) // 4}"


def graticule(ink: Ink) -> str:
    lines = "".join(f"M{offset} 0V{SEA}M0 {offset}H{SEA}" for offset in range(0, SEA + 1, SQUARE))
    return f'<path d="{lines}" stroke="{ink.grid}" stroke-width=".7" fill="none"/>'


def islands(ink: Ink) -> str:
    """Draw Admiralty Island around its harbour, and Parrot Island, where no ship lands."""
    grounds = "".join(f'<use href="#{PREFIX}{key}" fill="{ink.land}" stroke="{ink.ink}" stroke-width="1.3"/>' for key in ISLES)
    necks = "".join(neck(*pair) for pair in NECKS)
    joined = f'<path d="{necks}" stroke="{ink.ink}" stroke-width="22.6"/><path d="{necks}" stroke="{ink.land}" stroke-width="20"/>'
    x, y = corner(number("E6"))
    px, py = corner(number("I8"))
    fort = (
        f'<path d="M{x + 10} {y + 27}V{y + 12}h4v3h4v-3h4v3h4v-3h4V{y + 27}Z" fill="{ink.sand}" stroke="{ink.ink}"/>'
        f'<path d="M{x + 20} {y + 12}V{y + 3}h8l-2 2.5 2 2.5h-8" fill="{ink.red}" stroke="{ink.ink}" stroke-width=".8"/>'
    )
    names = (
        f'<g font-size="8.5" font-style="italic" font-weight="bold" fill="{ink.ink}" stroke="{ink.land}" stroke-width="2.5" paint-order="stroke">'
        f'<text x="{x + 30}" y="{y - 5}">Admiralty Island</text><text x="{px + 12}" y="{py + SQUARE + 10}">Parrot Island</text></g>'
    )
    palms = (
        palm(ink, px - 14, py + 7, 0.8, 3)
        + palm(ink, px + 16, py - 18, 0.9, -3)
        + palm(ink, x + 12, y + 40, 0.7, 3)
        + palm(ink, x + 50, y + 8, 0.7, -3)
    )
    return grounds + joined + palms + fort + names


def basins(ink: Ink) -> str:
    """Draw the nine harbours: quays, with gold edges at Home Port and Admiralty Island, and the names of the ports."""
    parts = []
    for square in sorted(HARBOURS):
        x, y = corner(square)
        edge = f'stroke="{ink.gold if square in (HOME, ADMIRALTY) else ink.rum}" stroke-width="3.5"'
        parts.append(
            f'<rect x="{x + 2.5}" y="{y + 2.5}" width="{SQUARE - 5}" height="{SQUARE - 5}" rx="4" fill="{ink.wash}" stroke="{ink.ink}" stroke-width="5"/>'
            f'<rect x="{x + 2.5}" y="{y + 2.5}" width="{SQUARE - 5}" height="{SQUARE - 5}" rx="4" fill="none" {edge}/>'
        )
    return "".join(parts) + home(ink) + "".join(port_name(ink, port) for port in range(len(PORTS)))


def home(ink: Ink) -> str:
    x, y = middle(HOME)
    houses = "".join(
        f'<path d="M{x + dx} {y + 52}v-{high}l6-6 6 6v{high}Z" fill="{ink.sand}" stroke="{ink.ink}"/><path d="M{x + dx - 1.5} {y + 52 - high}l7.5-7.5 7.5 7.5" fill="none" stroke="{ink.red}" stroke-width="2"/>'
        for dx, high in ((-33, 9), (-20, 12), (9, 12), (22, 9))
    )
    church = f'<path d="M{x - 5} {y + 52}V{y + 37}l5-8 5 8V{y + 52}Z" fill="{ink.paper}" stroke="{ink.ink}"/>'
    return f'{houses}{church}<text x="{x}" y="{y + 64}" font-size="11.5" font-weight="bold" fill="{ink.ink}">Home Port</text>'


def side(port: int) -> str:
    x, y = middle(PORT_SQUARES[port])
    return "W" if x < SQUARE else "E" if x > SEA - SQUARE else "N" if y < SQUARE else "S"


def port_name(ink: Ink, port: int) -> str:
    """Draw a port's name on its shore: in one line in the north and south, in two lines in the west and east."""
    x, y = middle(PORT_SQUARES[port])
    where = side(port)
    if where in "NS":
        lines: list[tuple[float, float, str]] = [(x, -49 if where == "N" else SEA + 57, PORTS[port].name)]
    else:
        first, second = PORTS[port].name.split()
        column = -41 if where == "W" else SEA + 41
        lines = [(column, y - 23, first), (column, y - 12.5, second)]
    return "".join(
        f'<text x="{num(tx)}" y="{num(ty)}" font-size="10.5" font-weight="bold" fill="{ink.ink}">{words}</text>' for tx, ty, words in lines
    )


def frame(ink: Ink) -> str:
    """Draw the border in degrees, with letters and numbers for finding a square."""
    low, size = -EDGE + 1, SHEET - 2
    high = low + size
    bars = "".join(
        f"M{offset} {low + 2}h32M{offset} {high - 2}h32M{low + 2} {offset}v32M{high - 2} {offset}v32"
        for offset in range(0, SEA, 2 * SQUARE)
    )
    across = " ".join(str(SQUARE * index + 16) for index in range(SIZE))
    rows = "".join(f'<text y="{SQUARE * index + 19}">{index + 1}</text>' for index in range(SIZE))
    return (
        f'<g fill="none" stroke="{ink.ink}"><rect x="{low}" y="{low}" width="{size}" height="{size}" stroke-width="1.4"/>'
        f'<rect x="{low + 4}" y="{low + 4}" width="{size - 8}" height="{size - 8}" stroke-width=".6"/><path d="{bars}" stroke-width="3"/></g>'
        f'<g font-size="8" fill="{ink.soft}"><text id="{PREFIX}columns" x="{across}" y="-6">{LETTERS}</text>'
        f'<use href="#{PREFIX}columns" y="{SEA + 18}"/><g id="{PREFIX}rows" transform="translate(-10)">{rows}</g><use href="#{PREFIX}rows" x="{SEA + 20}"/></g>'
    )


def scrolls(view: View, ink: Ink) -> str:
    parts = "".join(scroll(view, ink, port) for port in range(len(PORTS)))
    return f'<g font-size="9" font-weight="bold" fill="{ink.dark}">{parts}</g>{warship_card(view, ink)}{chest(view, ink)}'


def scroll(view: View, ink: Ink, port: int) -> str:
    """Draw a parchment with rolled ends: cargo, fee in a coin, cards left in the pack."""
    across, down = middle(PORT_SQUARES[port])
    x, y = {"W": (-41, down + 5), "E": (SEA + 41, down + 5), "N": (across, -32), "S": (across, SEA + 34)}[side(port)]
    west, top = x - WIDE / 2, y - HIGH / 2
    count = view.public.packs[port]
    words = f"{PORTS[port].name}: {PORTS[port].cargo} for {PORTS[port].fee} dubloons, {count} cards left"
    body = (
        f'<path d="M{num(west)} {num(top)}h{WIDE}q4 3 0 6v{HIGH - 6}h-{WIDE}q-4-3 0-6Z" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".9"/>'
        f'<path d="M{num(west)} {num(top)}q4 3 0 6M{num(west + WIDE)} {num(top + HIGH)}q-4-3 0-6" fill="none" stroke="{ink.dark}" stroke-width=".9"/>'
    )
    coin = (
        f'<circle cx="{num(x - 3)}" cy="{num(y)}" r="6.5" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".8"/>'
        f'<text x="{num(x - 3)}" y="{num(y + 3.2)}">{PORTS[port].fee}</text>'
    )
    pack = f'{use("back", round(x + 10.5, 1), y)}<text x="{num(x + 20)}" y="{num(y + 3.2)}" data-pack="{port}">{count}</text>'
    return f'<g data-port="{port}"><title>{safe(words)}</title>{body}{use(PORTS[port].cargo, round(x - 18, 1), y)}{coin}{pack}</g>'


def warship_card(view: View, ink: Ink) -> str:
    if view.public.commission is not None:
        return ""
    x, y = corner(ADMIRALTY)
    return f'<g transform="translate({x + 25} {y + 9})" data-card="warship"><title>The temporary warship card</title>{use("flag-commission", 0, 0)}</g>'


def chest(view: View, ink: Ink) -> str:
    x, y = SEA + 37, SEA + 37
    return (
        f'<g data-pile="chest"><title>Treasure Chest: {view.public.chest} cards left</title>'
        f'<g transform="translate({x - 8} {y}) scale(1.3)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/></g>'
        f'<text x="{x + 13}" y="{y + 4}" font-size="11" font-weight="bold" fill="{ink.ink}">{view.public.chest}</text></g>'
    )
