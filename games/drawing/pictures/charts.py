"""Charts: the constant background of a picture, drawn once and cached for all games on it."""

import hashlib
from functools import lru_cache

from django.core.cache import cache
from PIL import Image

from .rendering import opened, png_of
from .sheet import Sheet

WEEK = 60 * 60 * 24 * 7
MOST_CHARTS = 6
"""The maximum number of charts in memory, of 3 MB each; the cache has them all."""
PAPER = "#ffffff"


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
