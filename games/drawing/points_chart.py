"""A chart of the points over a game: a line for each captain, with the captain's colour, dashes and label."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.kit.svg import Markup, num, safe

WIDE, NARROW, HIGH, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 320, 42, 160, 16, 36
APART = 20
DASHES = ("", "9 4", "2 4", "14 4 2 4", "5 3", "1 3 7 3", "12 3", "3 6")

PLAIN = ("#c0392b", "#2e86ab", "#c8951a", "#3f8f4b", "#8e5aa8", "#777777", "#c45a92", "#4a67c8")
"""The colours of seats without a ship's colour."""

Scale = Callable[[float], float]
"""A function from a value to its position in the picture."""


class Captains(NamedTuple):
    """The captains of a chart: their names and ships' colours, by seat."""

    names: Sequence[str]
    colours: Sequence[str] = ()

    def colour(self, seat: int) -> str:
        return self.colours[seat] if seat < len(self.colours) else PLAIN[seat % len(PLAIN)]


def charts(points: Sequence[Sequence[int]], rounds: Sequence[int], captains: Captains, unit: str = "points") -> Markup:
    """Return the chart twice, for wide pages and for phones."""
    return Markup("".join(chart(points, rounds, captains, unit, *shape) for shape in ((WIDE, "wide"), (NARROW, "narrow"))))


def chart(points: Sequence[Sequence[int]], rounds: Sequence[int], captains: Captains, unit: str, wide: int, shape: str) -> Markup:
    """Return the chart of `points[move][seat]` and the round of every move, `wide` units wide."""
    names = captains.names
    most = max(1, *(max(row) for row in points))
    least = min(0, *(min(row) for row in points))
    moves, edge = max(1, len(points) - 1), wide - RIGHT

    def x(move: float) -> float:
        return LEFT + move * (edge - LEFT) / moves

    def y(value: float) -> float:
        return HIGH - BOTTOM - (value - least) * (HIGH - TOP - BOTTOM) / (most - least)

    parts = [grid(least, most, y, edge), *ticks(rounds, x, edge)]
    ends = spread([y(value) for value in points[-1]])
    for seat, name in enumerate(names):
        parts.append(line(seat, captains.colour(seat), [(x(move), y(row[seat])) for move, row in enumerate(points)]))
        label = f"{name if len(name) <= 12 else name[:11] + '…'}, {points[-1][seat]}"
        parts.append(f'<circle class="growth-dot" cx="{edge + 13}" cy="{num(ends[seat])}" r="5" fill="{captains.colour(seat)}"/>')
        parts.append(f'<text class="growth-name" x="{edge + 22}" y="{num(ends[seat] + 4)}">{safe(label)}</text>')
    ends_with = "; ".join(f"{name} {points[-1][seat]}" for seat, name in enumerate(names))
    words = safe(f"{unit.capitalize()} over the game. At the end: {ends_with}.")
    opening = f'<svg class="growth {shape}" viewBox="0 0 {wide} {HIGH}" role="img" aria-label="{words}">'
    return Markup(f"{opening}{''.join(parts)}</svg>")


def line(seat: int, colour: str, corners: Sequence[tuple[float, float]]) -> str:
    """Return a seat's line in steps, above a darker line that makes white visible on paper."""
    path, height = f"M{num(corners[0][0])} {num(corners[0][1])}", corners[0][1]
    for across, up in corners[1:]:
        if up != height:
            path, height = f"{path}H{num(across)}V{num(up)}", up
    dash = DASHES[seat % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = f'd="{path}H{num(corners[-1][0])}"{dashed}'
    return f'<path class="growth-edge" {drawn}/><path class="growth-line" stroke="{colour}" {drawn}/>'


def grid(least: int, most: int, y: Scale, edge: int) -> str:
    """Return up to six horizontal lines with their values."""
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (most - least) / step <= 5)
    values = range(-(-least // step) * step, most + 1, step)
    return "".join(
        f'<path class="growth-grid" d="M{LEFT} {num(y(value))}H{edge}"/>'
        f'<text class="growth-tick" x="{LEFT - 7}" y="{num(y(value) + 4)}" text-anchor="end">{value}</text>'
        for value in values
    )


def ticks(rounds: Sequence[int], x: Scale, edge: int) -> list[str]:
    """Return at most eight round numbers to label the bottom of the chart."""
    starts = [(move, number) for move, number in enumerate(rounds) if move == 0 or rounds[move - 1] != number]
    step = max(1, -(-len(starts) // 8))
    labels = [
        f'<text class="growth-tick" x="{num(x(move))}" y="{HIGH - BOTTOM + 18}" text-anchor="middle">{number}</text>'
        for move, number in starts[::step]
    ]
    return [*labels, f'<text class="growth-tick" x="{edge}" y="{HIGH - 3}" text-anchor="end">round</text>']


def spread(heights: Sequence[float]) -> list[float]:
    """Return the heights of the names, moved apart where the names would overlap."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places = list(heights)
    above: float = TOP - APART
    for seat in order:
        places[seat] = above = max(heights[seat], above + APART)
    overflow = max(0.0, above - (HIGH - BOTTOM))
    below: float = HIGH - BOTTOM + APART - (0 if overflow else -APART)
    for seat in reversed(order):
        places[seat] = below = min(places[seat], below - APART)
    return places
