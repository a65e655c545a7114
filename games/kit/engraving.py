"""Draw a chart like an engraving: shores, water lines, compass roses, palms, rows of goods. Takes coordinates, returns markup."""

from collections import Counter
from collections.abc import Sequence

from .ink import Ink
from .svg import Point, around, line, num, star, waver
from .symbols import PREFIX, use

LINING = ((15, 0.8), (11.6, 0.75), (8.6, 0.7), (6, 0.6), (3.8, 0.5))
"""The water lines along shores, as (distance, width)."""
Frame = tuple[float, float, float, float]
"""(x, y, width, height)."""


def shore(frame: Frame, seed: float) -> list[Point]:
    """Return an island's shoreline: its frame with rounded corners, drawn as a wobbly line that stays inside the frame."""
    x1, y1, wide, high = frame
    x1, y1, x2, y2 = x1 + 1.5, y1 + 1.5, x1 + wide - 1.5, y1 + high - 1.5
    points = []
    sides = ((x1, y1, 1, 0, x2 - x1), (x2, y1, 0, 1, y2 - y1), (x2, y2, -1, 0, x2 - x1), (x1, y2, 0, -1, y2 - y1))
    for index, (x, y, dx, dy, length) in enumerate(sides):
        count = max(3, round(length / 9))
        for step in range(1, count):
            bay = (2.2 + 2.2 * waver(step + 7 * index, seed)) * min(1, length / 40)
            corner = 4.5 * min(1, length / 40) if step in (1, count - 1) else 0
            along = length * step / count
            points.append((x + dx * along - dy * (bay + corner), y + dy * along + dx * (bay + corner)))
    return points


def inner_shore(low: int, high: int, step: int, out: float, swing: float) -> list[Point]:
    """Return the shoreline around a square sea, clockwise from the north-west, `out` plus or minus `swing` beyond the sea's edge."""
    points: list[Point] = []
    for index, (x, y, dx, dy) in enumerate(((low, low, 1, 0), (high, low, 0, 1), (high, high, -1, 0), (low, high, 0, -1))):
        for along in range(0, high - low, step):
            far = out + swing * waver(along / step + 30 * index)
            points.append((x + dx * along + dy * far, y + dy * along - dx * far))
    return points


def washes(ink: Ink, keys: Sequence[str]) -> str:
    """Draw a wash of colour along every shore, and fine water lines that get closer and heavier towards the land."""
    wash = "".join(
        f'<use href="#{PREFIX}{key}" fill="none" stroke="{ink.wash}" stroke-width="{width}" stroke-opacity=".4"/>'
        for width in (44, 26)
        for key in keys
    )
    parts = []
    uses = "".join(f'<use href="#{PREFIX}{key}"/>' for key in keys)
    for far, heavy in LINING:
        for colour, width in ((ink.fine, 2 * far + heavy), (ink.wash, 2 * far)):
            parts.append(f'<g fill="none" stroke="{colour}" stroke-width="{num(width)}">{uses}</g>')
    return f'{wash}<g stroke-linejoin="round">{"".join(parts)}</g>'


def rhumbs(ink: Ink, roses: Sequence[tuple[float, float, float]], clip: str) -> str:
    """Draw rhumb lines from compass roses over the whole sea. Draw only a few, since each line makes a letter's picture much larger."""
    lines = []
    for x, y, radius in roses:
        count = 16 if radius > 40 else 8
        for turn in range(count):
            (x1, y1), (x2, y2) = around(x, y, radius * 0.2, turn / count), around(x, y, 700, turn / count)
            lines.append(f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}")
    return f'<path d="{"".join(lines)}" stroke="{ink.fine}" stroke-width=".45" fill="none" clip-path="url(#{clip})"/>'


def compass(ink: Ink, x: float, y: float, radius: float) -> str:
    """Draw one compass rose: rings, sixteen half-shaded points, and a lily for north."""
    rings = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{num(radius * part)}" stroke-width="{wide}"/>'
        for part, wide in ((0.62, 0.9), (0.56, 0.4), (0.3, 0.5))
    )
    points = []
    for count, start, long, short in ((8, 1 / 16, 0.5, 0.12), (4, 1 / 8, 0.72, 0.16), (4, 0, 0.96, 0.18)):
        corners = star(x, y, radius * long, radius * short, count, start)
        shade = "".join(line((corners[i], corners[i + 1], (x, y))) + "Z" for i in range(0, len(corners), 2))
        points.append(f'<path d="{line(corners)}Z" fill="{ink.sea}"/><path d="{shade}" fill="{ink.line}"/>')
    tip = y - radius
    lily = f"M{x:g} {num(tip - 9)}c2.4 3 2 5 0 7-2-2-2.4-4 0-7M{x - 4:g} {num(tip - 4)}c3-.6 3.6 1.6 4 4 .4-2.4 1-4.6 4-4"
    return (
        f'<g fill="none" stroke="{ink.line}" stroke-width=".5" stroke-linejoin="round" opacity=".75">{rings}{"".join(points)}'
        f'<path d="{lily}" stroke-width=".8"/></g>'
    )


def ground(ink: Ink, key: str, fill: str) -> str:
    """Draw the land whose outline is defined under this key, with its shoreline."""
    return f'<use href="#{PREFIX}{key}" fill="{fill}" stroke="{ink.ink}" stroke-width="1.3"/>'


def palm(ink: Ink, x: float, y: float, size: float, lean: float) -> str:
    fronds = (
        "M0 0C3-4 7-4 9-1 6-2 3-1 0 0C4-1 8 1 8 5 6 2 3 1 0 0C-3-4-7-4-9-1-6-2-3-1 0 0C-4-1-8 1-8 5-6 2-3 1 0 0C-1-4 1-7 4-8 3-5 2-2 0 0Z"
    )
    return (
        f'<g transform="translate({x} {y}) scale({size})"><path d="M{-lean} 16C{-lean / 2 - 1} 10-.5 5 0 0" fill="none" '
        f'stroke="{ink.rum}" stroke-width="1.7"/><path d="{fronds}" fill="{ink.leaf}" stroke="{ink.ink}" stroke-width=".5"/></g>'
    )


def laid(items: Sequence[str], frame: Frame, pitch: float = 12) -> str:
    """Draw goods in rows within a frame, closer together if there are many; if too many, draw each kind once with its count."""
    x, y, wide, high = frame
    if not items:
        return ""
    across, down = max(1, int(wide // pitch)), max(1, int(high // (pitch - 1)))
    if len(items) > across * down:
        return counted(items, frame)
    if high > wide:
        down = max(1, -(-len(items) // across))
    else:
        across = max(1, -(-len(items) // down))
    rows = -(-len(items) // across)
    dx, dy = min(wide / across, pitch + 2), min(high / rows, pitch)
    x0, y0 = x + wide / 2 - dx * (min(across, len(items)) - 1) / 2, y + high / 2 - dy * (rows - 1) / 2
    spots = ((round(x0 + dx * (place % across), 1), round(y0 + dy * (place // across), 1)) for place in range(len(items)))
    return "".join(use(item, *spot) for item, spot in zip(items, spots, strict=True))


def counted(items: Sequence[str], frame: Frame) -> str:
    x, y, wide, high = frame
    kinds = Counter(items)
    long, upright = (high, True) if high > wide else (wide, False)
    half = -(-len(kinds) // 2)
    step, parts = min(24, long / half), []
    for place, (item, count) in enumerate(kinds.items()):
        along, side = step * (place // 2 + 0.5), (place % 2 * 2 - 1) * 5.5
        cx, cy = (x + wide / 2 + side, y + along) if upright else (x + along, y + high / 2 + side)
        key = PREFIX + item.replace("?", "back-")
        parts.append(
            f'<use href="#{key}" transform="translate({num(cx - 2.5)} {num(cy)}) scale(.7)" data-count="{count}"/>'
            f'<text x="{num(cx + 4.2)}" y="{num(cy + 2.2)}" font-size="6.5">{count if count > 1 else ""}</text>'
        )
    return "".join(parts)


def pile(ink: Ink, x: float, y: float, count: int, key: str) -> str:
    """Draw a small stack of face-down cards with the number of cards."""
    backs = "".join(f"M{num(x - 4 + d)} {num(y - 6 - d)}h8v11h-8z" for d in ((0, 1, 2) if count > 2 else (0,) if count else ()))
    return (
        f'<path d="{backs}" fill="{ink.line}" stroke="{ink.paper}" stroke-width=".7"/>'
        f'<text x="{num(x + 14)}" y="{num(y + 3)}" font-size="9" font-weight="bold" fill="{ink.ink}" data-pile="{key}">{count}</text>'
    )
