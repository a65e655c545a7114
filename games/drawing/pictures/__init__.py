"""Render drawings as pictures for letters and films, deterministically and with a cache of their parts.

A drawing with layers (`games.kit.svg.Picture`) is composed of its chart and the pieces on the chart, most of which are cached.
Any other drawing is rendered as a whole.
"""

import hashlib
from functools import lru_cache

from django.core.cache import cache
from PIL import Image

from games.kit.svg import Picture

from .pieces import patches
from .rendering import PAPER, Colour, chart, common, inks, packed, palette, render
from .sheet import Sheet, sheet_of

MOST_BYTES = 60 * 1024
WIDEST, LEAST, STEP = 1040, 400, 0.92
DAY = 60 * 60 * 24


def png(svg: str) -> bytes:
    """Return the drawing as a PNG, with the largest width whose PNG fits into MOST_BYTES."""
    name = name_of(svg)
    data, width = at_hand(name), WIDEST
    if data is not None:
        return data
    data = png_of(svg, width)
    while len(data) > MOST_BYTES and width >= LEAST:
        width = int(width * STEP)
        data = png_of(svg, width)
    cache.set(name, data, DAY)
    return data


def name_of(svg: str) -> str:
    return "png:" + hashlib.sha256(svg.encode()).hexdigest()


def at_hand(name: str) -> bytes | None:
    """Return the cached picture called `name`, or None."""
    data: bytes | None = cache.get(name) if name else None
    return data


def png_of(svg: str, width: int) -> bytes:
    picture = image(svg, width, crisp=True)
    if isinstance(svg, Picture):
        named, shades = chart_colours(ground_of(svg, width, crisp=True), svg.ground, svg.symbols)
        return packed(picture, palette(shades, list(dict.fromkeys(named + inks(svg.above)))), MOST_BYTES)
    return packed(picture, palette(common(picture), inks(svg)), MOST_BYTES)


def image(svg: str, width: int, crisp: bool = False) -> Image.Image:
    """Return the drawing at the given width, on white. Use `crisp` for pictures that are shown at a smaller size."""
    if not isinstance(svg, Picture):
        return render(svg, width, PAPER).convert("RGB")
    sheet = sheet_of(svg.opening, width, crisp=crisp)
    canvas = Image.new("RGB", sheet.size, PAPER)
    canvas.paste(chart(ground_of(svg, width, crisp), svg.ground))
    for patch in patches(sheet, svg.symbols, svg.above):
        canvas.paste(patch.ink or patch.image, patch.corner, patch.image)
    return canvas


def ground_of(svg: Picture, width: int, crisp: bool = False) -> Sheet:
    """Return the sheet without the list below the board, whose length depends on the number of captains."""
    return sheet_of(svg.opening, width, svg.beneath, crisp)


@lru_cache(64)
def chart_colours(sheet: Sheet, ground: str, symbols: str) -> tuple[list[Colour], list[Colour]]:
    """Return (colours named by a chart and its symbols, most frequent colours of the rendered chart)."""
    return inks(ground + symbols), common(chart(sheet, ground))
