"""Charts: the ground of a picture, which never changes. Each is drawn once and kept for every game on it."""

import hashlib
from functools import lru_cache
from io import BytesIO

from django.core.cache import cache
from PIL import Image

from .rendering import render
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
    image = drawn(sheet, ground)
    return image.size, image.tobytes()


def drawn(sheet: Sheet, ground: str) -> Image.Image:
    """Return a chart from the cache, or draw it."""
    key = "chart:" + hashlib.sha256(f"{sheet}{ground}".encode()).hexdigest()
    found = cache.get(key)
    if found is None:
        image = render(sheet.whole(ground), background=PAPER).convert("RGB")
        cache.set(key, png(image), KEPT)
        return image
    with Image.open(BytesIO(found)) as image:
        return image.convert("RGB")


def png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=3)
    return out.getvalue()
