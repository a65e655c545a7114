"""Describe the offered squares, and draw everything that moves: ships, coins, monsters and wakes."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from games.engine import Decision, Place
from games.kit.controls import Named, place_names
from games.kit.ink import Ink
from games.kit.svg import num, safe
from games.kit.symbols import discs, group, hulls, letters, use

from .board import COLOURS, MONSTERS
from .chart import ANCHORAGE, GONE
from .course import Course
from .drawing_ink import SQUARE, middle
from .seen import View
from .state import ship_word

Wake = tuple[Sequence[str], int]
"""(names of the squares of a voyage, ship); -1 and -2 are the monsters."""


class Offer(NamedTuple):
    """One offered square. `kind` is step, end or way; `risky`: a ship would be captured there; `aim`: the ship could fire there.

    `path` holds the squares on the way there; `crowded`: ships of other captains lie there.
    """

    option: str
    square: int
    kind: str
    risky: bool
    words: str
    path: tuple[int, ...]
    crowded: bool = False
    aim: bool = False


def reach(view: View, decision: Decision | None, names: Sequence[str] = ()) -> list[Offer]:
    """Return every square offered to the reader, in reading order."""
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    chart = view.chart
    if not isinstance(decision, Course):
        squares = [chart.squares[option] for option in decision.options]
        return [offer(view, names, square, "end", ()) for square in squares]
    within_reach, nexts = decision.reach(), {chart.squares[option] for option in decision.options if option in chart.squares}
    remaining, exact = decision.facts["left"], view.public.options["exact_shot"]  # with the exact roll, a shot is unknown beforehand
    armed = decision.facts["cause"] in ("die", "breeze") and view.public.balls[decision.seat] > 0 and not exact
    ways = {square: ("way", path) for square, path in within_reach.ways.items()}
    ways |= {square: ("end", path) for square, path in within_reach.ends.items()}
    ways |= {square: ("end" if remaining == 1 or chart.land[square] else "step", (square,)) for square in nexts}
    offers = {square: offer(view, names, square, kind, path, armed) for square, (kind, path) in ways.items()}
    return [offers[square] for square in sorted(offers)]


def offer(view: View, names: Sequence[str], square: int, kind: str, path: tuple[int, ...], armed: bool = False) -> Offer:
    chart, public = view.chart, view.public
    ships = [ship for ship, position in enumerate(public.pos) if position == square]
    there = [chart.place(square)] if chart.place(square) else []
    there += [ship_of(view, ship, names) for ship in ships]
    there += [MONSTERS[number] for number, position in enumerate(public.monsters) if position == square and not chart.land[position]]
    there += [f"{public.loose[square]} coins" if public.loose[square] > 1 else "a coin"] if square in public.loose else []
    verb = {"step": "One square to", "end": "Go to", "way": "Stop on the way at"}[kind]
    foes = any(public.owner[ship] != view.seat for ship in ships)
    aim = bool(armed and path and foes and not chart.land[square])
    words = (
        f"{verb} {chart.name(square)}" + (f", {len(path)} squares" if len(path) > 1 else "") + (f": {', '.join(there)}" if there else "")
    )
    caught = bool(ships) if not path else square in public.monsters and not chart.land[square]
    return Offer(chart.name(square), square, kind, caught, f"{words}; you may fire there" if aim else words, path, foes, aim)


def ship_of(view: View, ship: int, names: Sequence[str]) -> str:
    """Return the words for a ship: "Mary's ship"; with two ships each, "Mary's ship BLUE2"."""
    fleet = view.public.owner.count(view.public.owner[ship]) > 1
    return f"{who(view.public.owner[ship], names)}'s ship" + (f" {ship_word(view.public, ship)}" if fleet else "")


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the seat if no name is known."""
    return str(names[seat]) if seat < len(names) else f"captain {seat + 1}"


def ships(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    crowds: dict[int, list[int]] = {}
    for ship, square in enumerate(view.public.pos):
        if square != GONE:
            crowds.setdefault(square, []).append(ship)
    parts = []
    for square, fleet in crowds.items():
        x, y = middle(view.chart, square)
        size = 0.75 if square == ANCHORAGE or len(fleet) > 2 else 1.35 if len(fleet) == 1 else 0.95
        for place, ship in enumerate(fleet):
            dx, dy = beside(place, len(fleet), square == ANCHORAGE)
            if square in view.chart.homes and square in view.public.monsters:
                dx, dy = dx + 7, dy + 7
            parts.append(draw_ship(view, ink, ship, x + dx, y + dy, size, names))
    return f'<g font-size="8" font-weight="bold">{"".join(parts)}</g>'


def beside(place: int, fleet: int, anchored: bool) -> tuple[float, float]:
    if fleet == 1:
        return 0, 0
    if anchored:
        return (place % 3 - 1) * 20, (place // 3) * 22 - 10
    columns = 2 if fleet < 5 else 3
    rows = -(-fleet // columns)
    return (place % columns - (columns - 1) / 2) * (36 / columns), (place // columns - (rows - 1) / 2) * (34 / rows)


def draw_ship(view: View, ink: Ink, ship: int, x: float, y: float, size: float, names: Sequence[str]) -> str:
    """Draw one ship: its captain's colour and letter, coins and balls under the keel, bars if the ship is held."""
    public = view.public
    seat = public.owner[ship]

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
        f'<g transform="translate(0 3)">{letters(sign, figure, size_of, 2.3)}</g>{coins}{use("irons", 0, 0) if view.is_held(ship) else ""}</g>'
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
    """Draw both monsters. A monster at home leaves room for captives."""
    parts = []
    for number, square in enumerate(view.public.monsters):
        x, y = middle(view.chart, square)
        home = square in view.chart.homes
        words = f"{MONSTERS[number].capitalize()}, {view.monster_place(number)}"
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
    """Draw the offered squares, with a frame around squares where a ship would be captured."""
    parts = []
    for place in offers:
        spot = middle(view.chart, place.square)
        parts.append(use(place.kind, *spot) + (use("foe", *spot) if place.risky else ""))
    return "".join(parts)


def marks_above(view: View, offers: Iterable[Offer]) -> str:
    """Draw the marks of offered squares with ships around the ships, so that the marks stay visible."""
    return "".join(
        use("aim" if place.aim else "ring", *middle(view.chart, place.square)) for place in offers if place.crowded and place.path
    )


def names_of_places(view: View, offers: Iterable[Offer], ink: Ink) -> str:
    public = view.public
    busy = {*public.pos, *public.monsters, *public.loose}
    named = (Named(place.option, *middle(view.chart, place.square), place.square in busy, place.risky) for place in offers)
    return place_names(named, SQUARE, ink)


@cache
def symbols(ink: Ink) -> str:
    return f"<defs>{hulls(ink)}{discs(ink)}{coin(ink)}{ball(ink)}{blackbeard(ink)}{kraken(ink)}{irons(ink)}{mark_symbols(ink)}</defs>"


def coin(ink: Ink) -> str:
    edge = f'<circle r="4.6" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".8"/>'
    return group("coin", edge + f'<path d="M0-2.8V2.8M-2.8 0H2.8" stroke="{ink.dark}" stroke-width=".7"/>')


def ball(ink: Ink) -> str:
    return group("ball", f'<circle r="4.4" fill="{ink.dark}"/><path d="M-2.2-1.2a2.6 2.6 0 0 1 2-1.8" stroke="{ink.paper}" fill="none"/>')


def blackbeard(ink: Ink) -> str:
    """Draw Blackbeard: a black ship with a white skull on its sail."""
    hull = f'<path d="M-13 5H13L9 12H-9Z" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/><path d="M0 5V-15" stroke="{ink.dark}" stroke-width="2"/>'
    sail = f'<path d="M-11-12Q0-15 11-12 8-4 11 3 0 0-11 3-8-4-11-12Z" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/>'
    skull = f'<circle cy="-6.5" r="4" fill="{ink.paper}"/><path d="M-2-3h4v2.6h-4z" fill="{ink.paper}"/>'
    face = f'<circle cx="-1.5" cy="-6.5" r="1" fill="{ink.dark}"/><circle cx="1.5" cy="-6.5" r="1" fill="{ink.dark}"/>'
    return group("monster-0", hull + sail + skull + face)


def kraken(ink: Ink) -> str:
    """Draw the Sea Monster: a head with one eye, and four arms out of the water."""
    arms = "M-6 6C-14 8-16 0-12-4M6 6C14 8 16 0 12-4M-2 8C-6 14-13 13-15 9M2 8C6 14 13 13 15 9"
    body = "M-7 8C-9-2-6-14 0-14S9-2 7 8Z"
    return group(
        "monster-1",
        f'<path d="{arms}" fill="none" stroke="{ink.paper}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{body}" fill="{ink.leaf}" stroke="{ink.paper}" stroke-width="2.4"/>'
        f'<path d="{arms}" fill="none" stroke="{ink.leaf}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{body}" fill="{ink.leaf}" stroke="{ink.dark}" stroke-width=".9"/>'
        f'<circle cy="-5" r="3.4" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".7"/><circle cy="-5" r="1.4" fill="{ink.dark}"/>',
    )


def irons(ink: Ink) -> str:
    return group("irons", f'<path d="M-7-8V8M-2.4-8V8M2.4-8V8M7-8V8M-9-6H9M-9 6H9" fill="none" stroke="{ink.dark}" stroke-width="1.4"/>')


def mark_symbols(ink: Ink) -> str:
    """Draw the marks of offered squares: next square, end of a voyage, stop on the way, capture, other ships, and target."""
    end = f'<rect x="-17" y="-17" width="34" height="34" rx="5" fill="{ink.mark}" fill-opacity=".14"/><circle r="5" fill="{ink.mark}"/>'
    step = f'<circle r="9" fill="{ink.mark}" fill-opacity=".16" stroke="{ink.mark}" stroke-width="2"/>'
    foe = f'<path d="M-17-9V-17H-9M9-17H17V-9M17 9V17H9M-9 17H-17V9" fill="none" stroke="{ink.risk}" stroke-width="2.6"/>'
    way = f'<circle r="2.4" fill="{ink.mark}" fill-opacity=".75"/>'
    ring = f'<circle r="17.5" fill="none" stroke="{ink.mark}" stroke-width="2.2"/>'
    cross = f'<path d="M0-20v8M0 20v-8M-20 0h8M20 0h-8" stroke="{ink.risk}" stroke-width="2.2"/>'
    aim = f'<circle r="15.5" fill="none" stroke="{ink.risk}" stroke-width="2.2"/>{cross}'
    return "".join(group(*entry) for entry in (("end", end), ("step", step), ("way", way), ("foe", foe), ("ring", ring), ("aim", aim)))


def shot(ink: Ink, x: float, y: float, number: int) -> str:
    words = letters(str(number), ink.paper, 7.5, 2.7) if number > 1 else ""
    disc = f'<circle r="{5.4 if words else 3.6}" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/>'
    return f'<g transform="translate({x:g} {y:g})">{disc}{words}</g>'


def count(ink: Ink, x: float, y: float, number: int) -> str:
    disc = f'<circle r="6.4" fill="{ink.gold}" stroke="{ink.dark}"/>'
    return f'<g transform="translate({x:g} {y:g})">{disc}{letters(str(number), ink.dark, 9, 3.2)}</g>'
