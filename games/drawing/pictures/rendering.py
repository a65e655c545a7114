"""SVG to pixels in our font, without characters that it lacks, and the cached constant backgrounds of pictures ("charts")."""

import functools
import hashlib
import re
import unicodedata
from functools import lru_cache
from io import BytesIO

import resvg_py
from django.conf import settings
from django.core.cache import cache
from PIL import Image, ImageFont

from core.plain_text import isolated

from .sheet import Sheet

FONT = "DejaVu Sans"
"""The only font that we ship. Generic families map to it; text of any other family would be dropped silently."""
WEEK = 60 * 60 * 24 * 7
MOST_CHARTS = 6
"""The maximum number of charts in memory, of 3 MB each; the cache has them all."""
PAPER = "#ffffff"
FONT_FILE = settings.SHIPPED / "static" / "fonts" / "DejaVuSans.ttf"
LACKING = "\U000fffff"
"""A character that no font has, drawn as a box."""
NO_WORDS = "…"
"""The replacement for words without any drawable character."""


def render(svg: str, width: int | None = None, background: str | None = None) -> Image.Image:
    """Return the drawing at this width, by default its own; transparent without a background."""
    return opened(png_of(svg, width, background))


def png_of(svg: str, width: int | None = None, background: str | None = None) -> bytes:
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


def drawable(words: str) -> str:
    """Return the words without characters that our font lacks, with right-to-left names isolated."""
    if words.isascii():
        return words
    return isolated(re.sub(" {2,}", " ", only_drawn(unicodedata.normalize("NFC", words))).strip()) or NO_WORDS


def only_drawn(text: str) -> str:
    return text if text.isascii() else "".join(filter(is_drawn, text))


@functools.cache
def is_drawn(char: str) -> bool:
    """Return whether our font has this character; False for invisible ones."""
    if char.isascii():
        return True
    if unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") or "\ufe00" <= char <= "\ufe0f":
        return False
    return bytes(face().getmask(char)) != bytes(face().getmask(LACKING))


@lru_cache(2)
def face(size: float = 20) -> ImageFont.FreeTypeFont:
    """Return our font at this size in pixels. The cache is small, as each entry takes up to 0.7 MB, and loading 0.02 ms."""
    return ImageFont.truetype(str(FONT_FILE), size, layout_engine=ImageFont.Layout.BASIC)
