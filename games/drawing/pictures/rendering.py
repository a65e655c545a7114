"""SVG to pixels, with our own font only, and charts: the constant background of a picture, cached for all games on it."""

import hashlib
from functools import lru_cache
from io import BytesIO

import resvg_py
from django.core.cache import cache
from PIL import Image

from .lettering import FONT_FILE, only_drawn
from .sheet import Sheet

FONT = "DejaVu Sans"
"""The only font that we ship. Text of a missing family would be dropped silently, so the generic families map to this font;
drawings should name it, or `sans-serif`."""
WEEK = 60 * 60 * 24 * 7
MOST_CHARTS = 6
"""The maximum number of charts in memory, of 3 MB each; the cache has them all."""
PAPER = "#ffffff"


def render(svg: str, width: int | None = None, background: str | None = None) -> Image.Image:
    """Return the drawing at this width, by default its own; transparent without a background."""
    return opened(png_of(svg, width, background))


def png_of(svg: str, width: int | None = None, background: str | None = None) -> bytes:
    """Return the drawing as a PNG by the renderer."""
    return bytes(resvg_py.svg_to_bytes(
        svg_string=only_drawn(svg), background=background, width=width, skip_system_fonts=True, font_files=[str(FONT_FILE)],
        font_family=FONT, serif_family=FONT, sans_serif_family=FONT, monospace_family=FONT,
        cursive_family=FONT, fantasy_family=FONT,
    ))  # fmt: skip


def opened(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as image:
        return image.convert("RGBA")


def chart(sheet: Sheet, ground: str) -> Image.Image:
    """Return the background of this sheet as a new picture."""
    size, pixels = chart_pixels(sheet, ground)
    return Image.frombytes("RGB", size, pixels)


@lru_cache(MOST_CHARTS)
def chart_pixels(sheet: Sheet, ground: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels of a chart, which need less memory as bytes than as a picture."""
    key = "chart:" + hashlib.sha256(f"{sheet}{ground}".encode()).hexdigest()
    png = cache.get(key)
    if png is None:
        png = png_of(sheet.whole(ground), background=PAPER)
        cache.set(key, png, WEEK)
    image = opened(png).convert("RGB")
    return image.size, image.tobytes()
