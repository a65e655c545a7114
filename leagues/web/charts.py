"""Draw two SVG charts: places in a division after each result, and a rating after each game."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from core.plain_text import one_line

T = TypeVar("T")
ROW_HEIGHT, LEFT_MARGIN, TOP_MARGIN = 26, 26, 16
WIDTH, NAMES_WIDTH = 384, 104
"""Widths in SVG units: the chart of places (as wide as a phone), and the chart's part for names."""
AXIS_WIDTH, RATING_HEIGHT = 38, 170
"""Sizes of the chart of a rating, in SVG units: the width of the labels, and the height of the chart."""


def sample_points(points: Sequence[T], limit: int) -> list[T]:
    """Return at most `limit` points, evenly spaced, including the last."""
    if len(points) <= limit:
        return list(points)
    return [points[index * (len(points) - 1) // (limit - 1)] for index in range(limit)]


def places(snapshots: Sequence[Any], names: dict[int, str]) -> SafeString:
    """Return a chart of places with one line per player, first place on top; "" for fewer than two snapshots."""
    tables = sample_points([shot.rows for shot in snapshots], 60)
    if len(tables) < 2:
        return mark_safe("")
    count = max(place for rows in tables for _, place, _ in rows)
    height, room = TOP_MARGIN * 2 + ROW_HEIGHT * (count - 1), WIDTH - LEFT_MARGIN - NAMES_WIDTH
    spacing = room / (len(tables) - 1)
    parts = [f'<svg class="places" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Places from result to result">']
    for number in range(count):
        parts.append(f'<text class="rank" x="4" y="{TOP_MARGIN + number * ROW_HEIGHT + 5}">{number + 1}</text>')
    for line, (entry, last, _) in enumerate(tables[-1]):
        dots = []
        for step, rows in enumerate(tables):
            place = next((place for pk, place, _ in rows if pk == entry), None)
            if place is not None:
                dots.append(f"{LEFT_MARGIN + step * spacing:.1f},{TOP_MARGIN + (place - 1) * ROW_HEIGHT}")
        parts.append(f'<polyline class="line l{line % 8}" points="{" ".join(dots)}"/>')
        name, y = escape(one_line(names.get(entry, ""), 17)), TOP_MARGIN + (last - 1) * ROW_HEIGHT + 5
        parts.append(f'<text class="who l{line % 8}" x="{LEFT_MARGIN + room + 10}" y="{y}">{name}</text>')
    return mark_safe("".join([*parts, "</svg>"]))  # noqa: S308 - numbers, and names that were escaped


class Rated(NamedTuple):
    """A rating after a game, its deviation, and when the game ended (in seconds since the epoch)."""

    value: float
    deviation: float
    at: int


def rating(history: Sequence[Rated]) -> SafeString:
    """Return a chart of a rating after each game, with a band of ± two deviations; "" for fewer than two games."""
    shown = sample_points(history, 120)
    if len(shown) < 2:
        return mark_safe("")
    low = min(point.value - 2 * point.deviation for point in shown)
    high = max(point.value + 2 * point.deviation for point in shown)
    edge, spacing = WIDTH - 8, (WIDTH - 8 - AXIS_WIDTH) / (len(shown) - 1)

    def y(value: float) -> float:
        return 10 + (RATING_HEIGHT - 32) * (high - value) / max(1.0, high - low)

    def path(values: Iterable[float]) -> list[str]:
        return [f"{AXIS_WIDTH + step * spacing:.1f},{y(value):.1f}" for step, value in enumerate(values)]

    upper = path(point.value + 2 * point.deviation for point in shown)
    lower = path(point.value - 2 * point.deviation for point in shown)
    days = (
        f'<text class="rank" x="{AXIS_WIDTH}" y="{RATING_HEIGHT - 4}">{day(shown[0])}</text>'
        f'<text class="rank" x="{edge}" y="{RATING_HEIGHT - 4}" text-anchor="end">{day(shown[-1])}</text>'
    )
    return mark_safe(  # noqa: S308 - numbers and dates only
        f'<svg class="rating" viewBox="0 0 {WIDTH} {RATING_HEIGHT}" role="img" aria-label="{describe(history)}">'
        f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>{lines(low, high, y)}{days}'
        f'<polyline class="line l0" points="{" ".join(path(point.value for point in shown))}"/></svg>'
    )


def lines(low: float, high: float, y: Callable[[float], float]) -> str:
    """Return at most six labelled grid lines, at multiples of 100."""
    step = next(step for step in (100, 200, 400, 800, 10**6) if (high - low) / step <= 6)
    return "".join(
        f'<text class="rank" x="0" y="{y(value) + 4:.1f}">{value}</text>'
        f'<line class="grid" x1="{AXIS_WIDTH}" x2="{WIDTH - 8}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        for value in range(int(low // step + 1) * step, int(high) + 1, step)
    )


def describe(history: Sequence[Rated]) -> str:
    """Return a description of the chart for screen readers: the period, and the lowest, highest and latest rating."""
    lowest, highest = (pick(history, key=lambda point: point.value) for pick in (min, max))
    return (
        f"Rating after each of {len(history)} games, {day(history[0])} to {day(history[-1])}: "
        f"lowest {lowest.value:.0f} on {day(lowest)}, highest {highest.value:.0f} on {day(highest)}, now {history[-1].value:.0f}."
    )


def day(point: Rated) -> str:
    return f"{datetime.fromtimestamp(point.at, UTC):%-d %b %Y}"
