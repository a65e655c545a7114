"""Render SVG in the site's font, cache backgrounds of pictures ("charts"), and save pixels as small PNGs with few colours."""

import functools
import hashlib
import re
import struct
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any
from zlib import crc32

import deflate
import resvg_py
from django.conf import settings
from django.core.cache import cache
from PIL import Image, ImageChops, ImageFont

from core.plain_text import isolated

from .sheet import Sheet

FONT = "DejaVu Sans"
"""The only font that the site ships. Generic families map to it. Text in any other family would be dropped silently."""
WEEK = 60 * 60 * 24 * 7
MOST_CHARTS = 6
"""The maximum number of charts in memory, of 3 MB each. The cache has all charts."""
PAPER = "#ffffff"
FONT_FILE = settings.SHIPPED / "static" / "fonts" / "DejaVuSans.ttf"
LACKING = "\U000fffff"
"""A character that no font has. A font draws it as a box."""
NO_WORDS = "…"
"""The replacement for text without any drawable character."""
SHADES = 5
"""The number of colours besides the inks of a drawing. It is small because shades between inks cost many bytes."""
ALIKE = 4
"""Pillow treats two colours as equal if each component divided by ALIKE is equal."""
MOST_COLOURS = 256
Colour = tuple[int, ...]
"""Red, green and blue, from 0 to 255."""
HEX_COLOUR = re.compile(r"#([0-9a-f]{6})\b", re.IGNORECASE)


def render(svg: str, width: int | None = None, background: str | None = None) -> Image.Image:
    """Return the drawing at the given width, by default its own width. Without a background it is transparent."""
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
    """Return the rendered background of the sheet as a new picture."""
    size, pixels = chart_pixels(sheet, ground)
    return Image.frombytes("RGB", size, pixels)


@lru_cache(MOST_CHARTS)
def chart_pixels(sheet: Sheet, ground: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels of a chart. As bytes they need less memory than as a picture."""
    key = "chart:" + hashlib.sha256(f"{sheet}{ground}".encode()).hexdigest()
    png = cache.get(key)
    if png is None:
        png = png_of(sheet.whole(ground), background=PAPER)
        cache.set(key, png, WEEK)
    image = opened(png).convert("RGB")
    return image.size, image.tobytes()


def drawable(words: str) -> str:
    """Return the text without characters that the font lacks, with right-to-left names isolated."""
    if words.isascii():
        return words
    return isolated(re.sub(" {2,}", " ", only_drawn(unicodedata.normalize("NFC", words))).strip()) or NO_WORDS


def only_drawn(text: str) -> str:
    return text if text.isascii() else "".join(filter(is_drawn, text))


@functools.cache
def is_drawn(char: str) -> bool:
    """Return whether the font has a visible glyph for the character."""
    if char.isascii():
        return True
    if unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs") or "\ufe00" <= char <= "\ufe0f":
        return False
    return bytes(face().getmask(char)) != bytes(face().getmask(LACKING))


@lru_cache(2)
def face(size: float = 20) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels. The cache is small, because an entry takes up to 0.7 MB and loading only 0.02 ms."""
    return ImageFont.truetype(str(FONT_FILE), size, layout_engine=ImageFont.Layout.BASIC)


def inks(svg: str) -> list[Colour]:
    """Return the distinct colours that a drawing names, in order of appearance."""
    return list(dict.fromkeys(tuple(bytes.fromhex(digits)) for digits in HEX_COLOUR.findall(svg)))


def common(image: Image.Image) -> list[Colour]:
    """Return the most frequent colours of a picture, in descending order."""
    counted: list[Any] = sorted(image.getcolors(image.width * image.height) or [], reverse=True)
    return [colour for _, colour in counted[:MOST_COLOURS]]


def palette(shades: Sequence[Colour], named: Sequence[Colour]) -> Image.Image:
    """Return a palette of the named colours, so that every ship keeps its own colour, and the first few shades that differ from them."""
    named = named[: MOST_COLOURS - SHADES]
    taken = {tuple(part // ALIKE for part in colour) for colour in named}
    more = [shade for shade in shades if tuple(part // ALIKE for part in shade) not in taken]
    holder = Image.new("P", (1, 1))
    holder.putpalette([part for colour in [*named, *more[:SHADES]] for part in colour])
    return holder


def packed(image: Image.Image, colours: Image.Image, most: int = 0) -> bytes:
    """Return the picture in the palette as a PNG, by the first method whose result fits into `most` bytes, or by the last method."""
    flat = image.quantize(palette=colours, dither=Image.Dither.NONE)
    head = struct.pack(">IIBBBBB", *flat.size, 8, 3, 0, 0, 0)
    before = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", bytes(flat.getpalette() or []))
    png = b""
    for as_rows, level, share in WAYS:
        if len(png) * share > most:
            continue
        png = before + chunk(b"IDAT", deflate.zlib_compress(as_rows(flat), level)) + chunk(b"IEND", b"")
        if len(png) <= most:
            break
    return png


def plain_rows(flat: Image.Image) -> bytes:
    """Return the rows of a picture in PNG format without a filter."""
    rows = Image.new("P", (flat.width + 1, flat.height))
    rows.paste(flat, (1, 0))
    return rows.tobytes()


def rows_from_above(flat: Image.Image) -> bytes:
    """Return the rows of a picture in PNG format, each as the difference from the row above, which compresses quickly."""
    above = Image.new("P", flat.size)
    above.paste(flat, (0, 1))
    rows = Image.new("P", (flat.width + 1, flat.height), 2)
    rows.paste(ImageChops.subtract_modulo(flat, above), (1, 0))
    return rows.tobytes()


WAYS = (rows_from_above, 6, 0), (plain_rows, 7, 0.93), (plain_rows, 9, 0)
"""Each compression method as (row format, libdeflate level, the best size to expect as a share of the previous size).

The second method takes twice as long for 3 % fewer bytes, the last six times as long for 10 %.
"""


def chunk(name: bytes, data: bytes | bytearray) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
