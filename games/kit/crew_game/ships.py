"""Draw ships on a chart: hulls, numbers, wakes, offered squares, and lines of the legend."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from games.engine import Decision, Place
from games.kit.controls import Named, Reach, place_names
from games.kit.ink import Ink
from games.kit.svg import Point, around, num, safe
from games.kit.symbols import PREFIX, use

from .chart import Chart
from .grid import SQUARE, middle

WORDS = {"stay": "Stay where you are"}
"""The labels of answers that are not squares."""
Describe = Callable[[Place, str, int, tuple[int | None, int | None]], Reach]
"""`describe(decision, option, square, (heading, distance))` returns one offered square. Off the ship's lines, (None, None) is passed."""


def reach(chart: Chart, view: Any, decision: Decision | None, describe: Describe) -> list[Reach]:
    """Return every square offered to the reader, nearest first in each direction. Offers to other seats would reveal their strength."""
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    start = view.public.at[decision.seat]
    rays = chart.rays[start] if start >= 0 else ()
    lines = {square: (heading, far) for heading, ray in enumerate(rays) for far, square in enumerate(ray, 1)}
    squares = {option: chart.squares[option] for option in decision.options if option in chart.squares}
    places = [describe(decision, option, square, lines.get(square, (None, None))) for option, square in squares.items()]
    return sorted(places, key=lambda place: (-1 if place.heading is None else place.heading, place.far or 0))


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the ship if no name is known."""
    return str(names[seat]) if seat < len(names) else f"ship {seat + 1}"


def words_offered(chart: Chart, decision: Place) -> list[tuple[str, str]]:
    return [(option, WORDS.get(option, option.capitalize())) for option in decision.options if option not in chart.squares]


def crowds(squares: Sequence[int], gone: Collection[int]) -> dict[int, list[int]]:
    crews: dict[int, list[int]] = {}
    for seat, square in enumerate(squares):
        if square >= 0 and seat not in gone:
            crews.setdefault(square, []).append(seat)
    return crews


def halo(ink: Ink) -> str:
    return f'<circle r="12" fill="{ink.gold}" fill-opacity=".3" stroke="{ink.gold}" stroke-width="1.8"/>'


def figure(seat: int, heading: int, ink: Ink, mine: bool) -> str:
    """Draw a ship's number, upright on its stern; light on a dark disc for the reader's own ship."""
    x, y = around(0, 0, 4, heading / 8 + 0.5)
    disc, digit = ("mine", ink.paper) if mine else ("disc", ink.dark)
    return f'{use(disc, round(x, 1) + 0, round(y, 1) + 0)}<text x="{num(x)}" y="{num(y + 2.7)}" fill="{digit}">{seat + 1}</text>'


def hull(paint: str, heading: int, manned: bool) -> str:
    """Draw a ship without its number, or a wreck if no crew is aboard."""
    turn = f' transform="rotate({heading * 45})"' if heading else ""
    return f'<use href="#{PREFIX}{"ship" if manned else "wreck"}" fill="{paint}"{turn}/>'


def wakes(chart: Chart, since: Iterable[tuple[Any, Any, int]], paints: Sequence[str], ink: Ink) -> str:
    """Draw the last voyages (from, to, seat) in the colours of their ships. Squares are given by name or by number."""
    parts = []
    for start, end, seat in since:
        start, end = chart.squares.get(start, start), chart.squares.get(end, end)
        if start in chart.names and end in chart.names and start != end:
            parts.append(wake(middle(chart, start), middle(chart, end), paints[seat], ink))
    return "".join(parts)


def marks(chart: Chart, places: Iterable[Reach]) -> str:
    return "".join(use(place.kind, *middle(chart, place.square)) for place in places)


def names_of_places(chart: Chart, places: Iterable[Reach], ink: Ink) -> str:
    """Draw the names of the offered squares, below any ship on the square."""
    named = (Named(place.option, *middle(chart, place.square), place.kind in ("foe", "turn"), place.kind == "far") for place in places)
    return place_names(named, SQUARE, ink)


def wake(start: Point, end: Point, paint: str, ink: Ink) -> str:
    path = f'd="M{start[0]} {start[1]}L{end[0]} {end[1]}" stroke-dasharray="0 5.5" stroke-linecap="round"'
    return f'<path {path} stroke="{ink.dark}" stroke-width="3.6"/><path {path} stroke="{paint}" stroke-width="2.4"/>'


def entry(x: float, y: float, seat: int, paint: str, words: str, ink: Ink) -> str:
    """Draw one line of the legend: a disc with the ship's colour and number, followed by the words."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="6.5" fill="{paint}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="4.6" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1.2)}" font-size="8" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{num(x + 12)}" y="{num(y)}" font-size="10.5" text-anchor="start" fill="{ink.ink}">{safe(words)}</text>'
    )


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
