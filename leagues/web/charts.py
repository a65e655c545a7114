"""Two drawings as joined strings: places of a division from result to result, and a rating from game to game."""

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, STEP, LEFT, TOP = 640, 26, 26, 16
NARROW, NAMES = 384, 104
"""The drawing of places: as wide as a phone can show, and of that the room for names."""
MOST_POINTS = 60


def thinned(points: Sequence, most: int = MOST_POINTS) -> list:
    """No more points than a line of this width can show; the last one always."""
    if len(points) <= most:
        return list(points)
    return [points[at * (len(points) - 1) // (most - 1)] for at in range(most)]


def short(name: str, most: int = 17) -> str:
    """A name as far as there is room for it."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def places(snapshots: Sequence, names: dict[int, str]) -> SafeString:
    """One line a person, first place on top. The numbers stand in the table; this is the same for the eye."""
    shots = thinned([shot.rows for shot in snapshots])
    if len(shots) < 2:
        return mark_safe("")
    count = max(place for rows in shots for _, place, _ in rows)
    height, room = TOP * 2 + STEP * (count - 1), NARROW - LEFT - NAMES
    across = room / (len(shots) - 1)
    parts = [f'<svg class="places" viewBox="0 0 {NARROW} {height}" role="img" aria-label="Places from result to result">']
    for number in range(count):
        parts.append(f'<text class="rank" x="4" y="{TOP + number * STEP + 5}">{number + 1}</text>')
    for line, (entry, last, _) in enumerate(shots[-1]):
        dots = []
        for at, rows in enumerate(shots):
            place = next((place for pk, place, _ in rows if pk == entry), None)
            if place is not None:
                dots.append(f"{LEFT + at * across:.1f},{TOP + (place - 1) * STEP}")
        parts.append(f'<polyline class="line l{line % 8}" points="{" ".join(dots)}"/>')
        name, y = escape(short(names.get(entry, ""))), TOP + (last - 1) * STEP + 5
        parts.append(f'<text class="who l{line % 8}" x="{LEFT + room + 10}" y="{y}">{name}</text>')
    return mark_safe("".join([*parts, "</svg>"]))  # noqa: S308 - numbers, and names that were escaped


def rating(events: Sequence) -> SafeString:
    """The rating after each game, with a band of two deviations around it."""
    shown = thinned(events, 120)
    if len(shown) < 2:
        return mark_safe("")
    low = min(event.after - 2 * event.after_deviation for event in shown)
    high = max(event.after + 2 * event.after_deviation for event in shown)
    height, room = 220, WIDTH - 60
    across = room / (len(shown) - 1)

    def y(value: float) -> float:
        return 10 + (height - 20) * (high - value) / max(1.0, high - low)

    line = " ".join(f"{50 + at * across:.1f},{y(event.after):.1f}" for at, event in enumerate(shown))
    upper = [f"{50 + at * across:.1f},{y(event.after + 2 * event.after_deviation):.1f}" for at, event in enumerate(shown)]
    lower = [f"{50 + at * across:.1f},{y(event.after - 2 * event.after_deviation):.1f}" for at, event in enumerate(shown)]
    marks = "".join(
        f'<text class="rank" x="4" y="{y(value) + 4:.1f}">{value}</text>'
        f'<line class="grid" x1="50" x2="{WIDTH - 10}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        for value in range(int(low // 200 + 1) * 200, int(high) + 1, 200)
    )
    return mark_safe(  # noqa: S308 - numbers only
        f'<svg class="rating" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Rating from game to game">{marks}'
        f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/><polyline class="line l0" points="{line}"/></svg>'
    )
