"""Draw everything that moves: ships, coins, monsters and wakes."""

from collections.abc import Iterable, Sequence

from games.kit.controls import Named, place_names
from games.kit.ink import Ink
from games.kit.svg import num, safe
from games.kit.symbols import letters, use

from .board import COLOURS, HOMES, MONSTERS
from .chart import ANCHORAGE, GONE
from .drawing_ink import SQUARE, middle
from .drawing_reach import Offer, who
from .drawing_symbols import count, shot
from .seen import View

Wake = tuple[Sequence[str], int]
"""The squares of a voyage by name, and the ship (-1 and -2: a monster)."""


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Draw every ship, side by side if several share a square."""
    crowds: dict[int, list[int]] = {}
    for ship, square in enumerate(view.public.pos):
        if square != GONE:
            crowds.setdefault(square, []).append(ship)
    parts = []
    for square, fleet in crowds.items():
        x, y = middle(view.chart, square)
        for place, ship in enumerate(fleet):
            dx, dy = beside(place, len(fleet), square == ANCHORAGE)
            if square in view.chart.homes and square in view.public.monsters:
                dx, dy = dx + 7, dy + 7
            parts.append(draw_ship(view, ink, ship, x + dx, y + dy, size_for(len(fleet), square == ANCHORAGE), names))
    return f'<g font-size="8" font-weight="bold">{"".join(parts)}</g>'


def size_for(fleet: int, anchored: bool) -> float:
    """Return the size of ships: smaller the more of them share a square."""
    return 0.75 if anchored else 1.35 if fleet == 1 else 0.95 if fleet < 3 else 0.75


def beside(place: int, fleet: int, anchored: bool) -> tuple[float, float]:
    """Return the ship's place within its square."""
    if fleet == 1:
        return 0, 0
    if anchored:
        return (place % 3 - 1) * 20, (place // 3) * 22 - 10
    columns = 2 if fleet < 5 else 3
    rows = -(-fleet // columns)
    return (place % columns - (columns - 1) / 2) * (36 / columns), (place // columns - (rows - 1) / 2) * (34 / rows)


def draw_ship(view: View, ink: Ink, ship: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """Draw one ship: its captain's colour and letter, coins and balls under the keel, bars if it is held."""
    public = view.public
    seat = public.owner[ship]
    held = public.pos[ship] in view.chart.homes and public.pos[ship] in public.monsters
    turn = f'<circle r="14" fill="{ink.gold}" fill-opacity=".25" stroke="{ink.gold}" stroke-width="1.6"/>' if seat == public.turn else ""
    disc, figure = ("mine", ink.paper) if seat == view.seat else ("disc", ink.dark)
    letter = COLOURS[public.colours[seat]][0].upper()
    fleet = [other for other, owner in enumerate(public.owner) if owner == seat]
    sign = letter if len(fleet) == 1 else f"{letter}{fleet.index(ship) + 1}"
    size_of = 6.4 if len(sign) == 1 else 5
    coins = count(ink, 8, 9, public.coins[ship]) if public.coins[ship] else ""
    coins += shot(ink, -9, 9, public.balls[seat]) if public.balls[seat] else ""
    return (
        f'<g data-ship="{ship}" transform="translate({num(x)} {num(y)}) scale({size:g})"><title>{safe(ship_words(view, ship, names))}</title>{turn}'
        f'<use href="#sea-ship" fill="{ink.ports[public.colours[seat]]}"/>{use(disc, 0, 3)}'
        f'<g transform="translate(0 3)">{letters(sign, figure, size_of, 2.3)}</g>{coins}{use("irons", 0, 0) if held else ""}</g>'
    )


def ship_words(view: View, ship: int, names: Sequence[str]) -> str:
    """Return everything public about a ship in one line."""
    public, seat = view.public, view.public.owner[ship]
    coins = public.coins[ship]
    aboard = f"{coins} coin{'' if coins == 1 else 's'} aboard" if coins else "no coins"
    balls = public.balls[seat]
    aboard += f", {balls} cannonball{'' if balls == 1 else 's'}"
    turn = " (to move)" if seat == public.turn else ""
    return f"{COLOURS[public.colours[seat]].capitalize()}, {who(seat, names)}{turn}: at {view.chart.name(public.pos[ship])}, {aboard}"


def monsters(view: View, ink: Ink) -> str:
    """Draw both monsters; at home they leave room for captives."""
    parts = []
    for number, square in enumerate(view.public.monsters):
        x, y = middle(view.chart, square)
        home = square in view.chart.homes
        words = f"{MONSTERS[number].capitalize()}, {'at home on ' + HOMES[number] if home else 'at ' + view.chart.name(square)}"
        crowded = home and square in view.public.pos
        shift, size = (-10, 0.7) if crowded else (0, 1.1)
        parts.append(
            f'<g data-monster="{number}" transform="translate({x + shift} {y + shift}) scale({size:g})"><title>{safe(words)}</title>{use(f"monster-{number}", 0, 0)}</g>'
        )
    return "".join(parts)


def coins(view: View, ink: Ink) -> str:
    """Draw the loose coins, and the hoard on its strand."""
    parts = []
    for square, number in sorted(view.public.loose.items()):
        x, y = middle(view.chart, square)
        parts.append(f'<g data-coins="{view.chart.name(square)}">{count(ink, x - 12, y + 12, number)}</g>')
    x, _ = middle(view.chart, view.chart.mark)
    hoard = view.public.hoard
    piled = "".join(use("coin", x - 17 + 7 * (place % 6), -24 - 6 * (place // 6)) for place in range(min(hoard, 18)))
    chest = (
        f'<path d="M{x - 24} -22h48v17h-48z" fill="{ink.rum}" stroke="{ink.dark}"/><path d="M{x - 24} -14h48" stroke="{ink.gold}" stroke-width="1.5"/>'
        f'<rect x="{x - 3.5}" y="-17" width="7" height="7" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".6"/>'
    )
    words = f'<text x="{x + 34}" y="-9" font-size="13" font-weight="bold" fill="{ink.ink}">{hoard}</text>'
    return f'<g data-hoard="{hoard}"><title>{hoard} coins on the hoard</title>{piled}{chest}{words}</g>{"".join(parts)}'


def wakes(since: Iterable[Wake], view: View, ink: Ink) -> str:
    """Draw voyages as dotted lines in the colours of their ships."""
    parts, chart = [], view.chart
    for path, ship in since:
        squares = [chart.squares.get(name, ANCHORAGE) for name in path]
        points = [middle(chart, square) for square in squares]
        if len(points) < 2:
            continue
        line = "M" + "L".join(f"{x} {y}" for x, y in points)
        colour = ink.ports[view.public.colours[view.public.owner[ship]]] if ship >= 0 else ink.risk
        style = f'd="{line}" stroke-dasharray="0 7" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(f'<path {style} stroke="{ink.dark}" stroke-width="4.6"/><path {style} stroke="{colour}" stroke-width="3"/>')
    return f'<g fill="none" data-wakes="">{"".join(parts)}</g>' if parts else ""


def marks(view: View, offers: Iterable[Offer]) -> str:
    """Draw the offered squares, with a frame around those that have consequences."""
    parts = []
    for place in offers:
        spot = middle(view.chart, place.square)
        parts.append(use(place.kind, *spot) + (use("foe", *spot) if place.risky else ""))
    return "".join(parts)


def marks_above(view: View, offers: Iterable[Offer]) -> str:
    """Draw the marks of squares with ships around those ships, so that they stay visible."""
    return "".join(
        use("aim" if place.aim else "ring", *middle(view.chart, place.square)) for place in offers if place.crowded and place.path
    )


def names_of_places(view: View, offers: Iterable[Offer], ink: Ink) -> str:
    """Write the names of the offered squares, below any ship there."""
    public = view.public
    busy = {*public.pos, *public.monsters, *public.loose}
    named = (Named(place.option, *middle(view.chart, place.square), place.square in busy, place.risky) for place in offers)
    return place_names(named, SQUARE, ink)
