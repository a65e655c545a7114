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
BESIDES, GROWTH, SHARE = 0.9, 1.5, 0.98
"""How much a byte of markup on the chart adds; the power by which bytes grow with the width; and for how much of MOST_BYTES to aim."""
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
    width = fitting(svg) if isinstance(svg, Picture) else WIDEST
    while True:
        data = png_of(svg, width)
        if len(data) <= MOST_BYTES or width < LEAST:
            return data
        width = int(width * STEP)


def png_of(svg: str, width: int) -> bytes:
    """Return the drawing as a PNG of this width."""
    picture = image(svg, width, crisp=True)
    if isinstance(svg, Picture):
        shades = colours(ground_of(svg, width, crisp=True), svg.ground, svg.symbols, frozenset(inks(svg.above)))
        return packed(picture, shades, MOST_BYTES)
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


@lru_cache(256)
def colours(sheet: Sheet, ground: str, symbols: str, above: frozenset[Colour] = frozenset()) -> Image.Image:
    """Return the palette of a chart, of the symbols, and of what lies on it now, with the captains' own colours."""
    named = inks(ground + symbols)
    return palette(chart_colours(sheet, ground), named + sorted(above.difference(named)))


@lru_cache(64)
def chart_colours(sheet: Sheet, ground: str) -> list[tuple[float, Colour]]:
    return common(chart(sheet, ground))


def fitting(svg: Picture) -> int:
    """Return how wide the picture may be, as is to be expected from its chart and from how much lies on it."""
    there, width = chart_bytes(ground_of(svg, WIDEST, crisp=True), svg.ground, svg.symbols) + len(svg.above) * BESIDES, WIDEST
    while there * (width / WIDEST) ** GROWTH > MOST_BYTES * SHARE:
        width = int(width * STEP)
    return width


@lru_cache(64)
def chart_bytes(sheet: Sheet, ground: str, symbols: str) -> int:
    return len(packed(chart(sheet, ground), colours(sheet, ground, symbols)))
