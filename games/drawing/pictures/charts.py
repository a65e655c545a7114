"""Charts: the ground of a picture, which never changes. Each is drawn once and kept for every game on it."""

import hashlib
from functools import lru_cache

from django.core.cache import cache
from PIL import Image

from .rendering import opened, png_of
from .sheet import Sheet

KEPT = 60 * 60 * 24 * 7
HERE = 6
"""The most charts kept in memory, of 3 MB each; the cache has them all."""
PAPER = "#ffffff"


def chart(sheet: Sheet, ground: str) -> Image.Image:
    """Return the ground of this sheet as a picture of its own."""
    size, pixels = kept(sheet, ground)
    return Image.frombytes("RGB", size, pixels)


@lru_cache(HERE)
def kept(sheet: Sheet, ground: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels of a chart: as bytes they take three quarters of what they take as a picture."""
    key = "chart:" + hashlib.sha256(f"{sheet}{ground}".encode()).hexdigest()
    png = cache.get(key)
    if png is None:
        png = png_of(sheet.whole(ground), background=PAPER)
        cache.set(key, png, KEPT)
    image = opened(png).convert("RGB")
    return image.size, image.tobytes()
