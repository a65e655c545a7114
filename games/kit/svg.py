"""Draw SVG with joined strings: safe markup, short numbers, and lines that look hand-drawn."""

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin

Point = tuple[float, float]


class Markup(str):
    """Finished markup. Template engines recognise `__html__` and do not escape the text again."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


class Picture(Markup):
    """A complete drawing in separate layers, so that the fixed layer is drawn only once for all games.

    `symbols` defines repeated parts; `ground` never changes and uses only its own definitions; `above` lies on the
    ground and may use both. The lowest `beneath` units of the drawing lie below the ground.
    """

    __slots__ = ("above", "beneath", "ground", "opening", "symbols")
    above: str
    beneath: float
    ground: str
    opening: str
    symbols: str

    def __new__(cls, opening: str, symbols: str, ground: str, above: str, beneath: float = 0) -> "Picture":
        self = super().__new__(cls, f"{opening}{symbols}{ground}{above}</svg>")
        self.opening, self.symbols, self.ground, self.above, self.beneath = opening, symbols, ground, above, beneath
        return self


def opening(number: int, frame: Sequence[float], font: str, standalone: bool) -> str:
    """Return the <svg> tag of a sea chart in round `number`; `frame` is (x, y, width, height) of the visible area."""
    space = ' xmlns="http://www.w3.org/2000/svg"' if standalone else ""
    box = " ".join(f"{value:g}" for value in frame)
    words = f"Sea chart, round {number}. The text board has the same facts."
    return f'<svg{space} class="chart" viewBox="{box}" role="img" aria-label="{words}" font-family="{font}" text-anchor="middle">'


def safe(text: object) -> str:
    """Escape a person's text for use in markup or an attribute."""
    return escape(str(text), quote=True)


def num(value: float) -> str:
    """Return a coordinate rounded to a tenth, in as few characters as possible."""
    return f"{round(value, 1) + 0:g}"


def line(points: Iterable[Point]) -> str:
    """Return the path data of straight lines through `points`."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """Return the path data of a closed curve through `points` (Catmull-Rom)."""
    count, places = len(points), [(round(x, 1), round(y, 1)) for x, y in points]
    parts = [f"M{places[0][0]:g} {places[0][1]:g}"]
    for index in range(count):
        (x0, y0), (x1, y1) = places[index - 1], places[index]
        (x2, y2), (x3, y3) = places[(index + 1) % count], places[(index + 2) % count]
        bends = ((x2 - x0) / 6, (y2 - y0) / 6, x2 - x1 - (x3 - x1) / 6, y2 - y1 - (y3 - y1) / 6, x2 - x1, y2 - y1)
        parts.append("c" + packed(bends))
    return "".join(parts) + "Z"


def packed(values: Iterable[float]) -> str:
    """Return the numbers of an SVG path in as few characters as the grammar of paths allows."""
    text = ""
    for value in values:
        short = num(value)
        short = short.replace("0.", ".", 1) if short.startswith(("0.", "-0.")) else short
        text += short if not text or short.startswith("-") else " " + short
    return text


def waver(step: float, seed: float = 0) -> float:
    """Return a number from -1 to 1 that varies with `step`, for lines that look hand-drawn. Equal arguments give equal results."""
    return (sin(step * 1.7 + seed) + sin(step * 2.9 + seed * 2.3 + 1) + sin(step * 0.61 + seed * 0.7)) / 3


def around(x: float, y: float, radius: float, turns: float) -> Point:
    """Return the point at distance `radius` from (x, y), `turns` of a circle clockwise from straight up."""
    angle = 2 * pi * turns
    return x + radius * sin(angle), y - radius * cos(angle)


def star(x: float, y: float, long: float, short: float, points: int, start: float = 0) -> list[Point]:
    """Return the corners of a star, clockwise from straight up, rotated by `start` of a circle."""
    corners = []
    for index in range(points):
        corners.append(around(x, y, long, start + index / points))
        corners.append(around(x, y, short, start + (index + 0.5) / points))
    return corners
