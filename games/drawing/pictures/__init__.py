"""Drawings as pictures for letters and films: the same bytes for the same drawing, and cheap for one that resembles others.

A drawing that knows its layers (`games.kit.svg.Picture`) is put together from its chart and the pieces on it, most of
which were drawn before. Any other is rendered as a whole.
"""

import hashlib
from functools import lru_cache

from django.core.cache import cache
from PIL import Image

from games.kit.svg import Picture

from .charts import PAPER, chart
from .packing import Colour, common, inks, packed, palette
from .pieces import patches
from .rendering import render
from .sheet import Sheet, sheet_of

MOST_BYTES = 60 * 1024
WIDEST, LEAST, STEP = 1040, 400, 0.92
KEPT = 60 * 60 * 24


def png(svg: str) -> bytes:
    """Return the drawing as a PNG of at most 60 KB."""
    name = name_of(svg)
    found = at_hand(name)
    if found is None:
        found = small_enough(svg)
        cache.set(name, found, KEPT)
    return found


def name_of(svg: str) -> str:
    """Return the name by which the picture of this drawing is kept."""
    return "png:" + hashlib.sha256(svg.encode()).hexdigest()


def at_hand(name: str) -> bytes | None:
    """Return the picture of this name, if it was made lately; None for no name."""
    found: bytes | None = cache.get(name) if name else None
    return found


def small_enough(svg: str) -> bytes:
    """Return the drawing as a PNG, as wide as MOST_BYTES allows, or nearly."""
    width = WIDEST
    while True:
        data = png_of(svg, width)
        if len(data) <= MOST_BYTES or width < LEAST:
            return data
        width = int(width * STEP)


def png_of(svg: str, width: int) -> bytes:
    """Return the drawing as a PNG of this width."""
    picture = image(svg, width, crisp=True)
    if isinstance(svg, Picture):
        named, shades = chart_colours(ground_of(svg, width, crisp=True), svg.ground, svg.symbols)
        return packed(picture, palette(shades, list(dict.fromkeys(named + inks(svg.above)))), MOST_BYTES)
    return packed(picture, palette(common(picture), inks(svg)), MOST_BYTES)


def image(svg: str, width: int, crisp: bool = False) -> Image.Image:
    """Return the drawing at this width, on white; `crisp` for pictures that are shown at a smaller size."""
    if not isinstance(svg, Picture):
        return render(svg, width, PAPER).convert("RGB")
    sheet = sheet_of(svg.opening, width, crisp=crisp)
    canvas = Image.new("RGB", sheet.size, PAPER)
    canvas.paste(chart(ground_of(svg, width, crisp), svg.ground))
    for patch in patches(sheet, svg.symbols, svg.above):
        canvas.paste(patch.ink or patch.image, patch.at, patch.image)
    return canvas


def ground_of(svg: Picture, width: int, crisp: bool = False) -> Sheet:
    """Return the sheet without the list beneath it, whose length depends on the number of captains."""
    return sheet_of(svg.opening, width, svg.beneath, crisp)


@lru_cache(64)
def chart_colours(sheet: Sheet, ground: str, symbols: str) -> tuple[list[Colour], list[Colour]]:
    """Return the colours that a chart and the symbols on it name, and those that its picture has."""
    return inks(ground + symbols), common(chart(sheet, ground))
