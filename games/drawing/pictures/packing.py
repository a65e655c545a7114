"""Pack pixels into a small PNG, fast and with few colours."""

import re
import struct
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import deflate
from PIL import Image, ImageChops

SHADES = 5
"""The number of colours besides the inks of a drawing, as shades between inks cost many bytes."""
ALIKE = 4
"""Pillow treats colours as equal if each component divided by this is equal."""
MOST_COLOURS = 256
Colour = tuple[int, ...]
"""Red, green and blue."""
INK = re.compile(r"#([0-9a-f]{6})\b", re.IGNORECASE)


def inks(svg: str) -> list[Colour]:
    """Return the distinct colours that a drawing names, in its order."""
    return list(dict.fromkeys(tuple(bytes.fromhex(digits)) for digits in INK.findall(svg)))


def common(image: Image.Image) -> list[Colour]:
    """Return the most frequent colours of a picture, in descending order."""
    counted: list[Any] = sorted(image.getcolors(image.width * image.height) or [], reverse=True)
    return [colour for _, colour in counted[:MOST_COLOURS]]


def palette(shades: Sequence[Colour], named: Sequence[Colour]) -> Image.Image:
    """Return a palette of the named colours, so that every ship keeps its own, and the first distinct shades."""
    named = named[: MOST_COLOURS - SHADES]
    taken = {tuple(part // ALIKE for part in colour) for colour in named}
    more = [shade for shade in shades if tuple(part // ALIKE for part in shade) not in taken]
    holder = Image.new("P", (1, 1))
    holder.putpalette([part for colour in [*named, *more[:SHADES]] for part in colour])
    return holder


def packed(image: Image.Image, colours: Image.Image, most: int = 0) -> bytes:
    """Return the picture in these colours as a PNG, packed by the first method within `most` bytes, else as small as possible."""
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
    """Return the rows of a picture in PNG format, each after the number of its filter: 0 for none."""
    rows = Image.new("P", (flat.width + 1, flat.height))
    rows.paste(flat, (1, 0))
    return rows.tobytes()


def rows_from_above(flat: Image.Image) -> bytes:
    """Return the rows of a picture in PNG format, each as the difference from the row above, which packs quickly."""
    above = Image.new("P", flat.size)
    above.paste(flat, (0, 1))
    rows = Image.new("P", (flat.width + 1, flat.height), 2)
    rows.paste(ImageChops.subtract_modulo(flat, above), (1, 0))
    return rows.tobytes()


WAYS = (rows_from_above, 6, 0), (plain_rows, 7, 0.93), (plain_rows, 9, 0)
"""(row format, libdeflate level, minimum share of the bytes before) of each method; one that cannot reach the limit is skipped.

The second takes twice as long for 3 % fewer bytes, the last six times as long for 10 %.
"""


def chunk(name: bytes, data: bytes | bytearray) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
