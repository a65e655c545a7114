"""Pixels to a small PNG: few colours, packed well and fast."""

import re
import struct
from typing import Any
from zlib import crc32

import deflate
from PIL import Image

SHADES, APART = 16, 26
"""The number of colours besides the inks of a drawing, and their least distance: shades between the inks cost many bytes."""
BROAD, LESS_APART = 0.01, 10
"""A colour with more than this share of the pixels is no shade between inks; it may lie this close to others."""
QUICK, BEST = 7, 9
"""Levels of libdeflate: the best takes three times as long for a fourteenth fewer bytes."""
HEAD = 1024
"""An upper limit for the bytes of the file besides its pixels."""
MOST_COLOURS = 256
Colour = tuple[int, ...]
"""Red, green and blue."""
INK = re.compile(r"#([0-9a-f]{6})\b", re.IGNORECASE)


def inks(svg: str) -> list[Colour]:
    """Return the colours that a drawing names, in its order."""
    return list(dict.fromkeys(tuple(bytes.fromhex(found)) for found in INK.findall(svg)))


def common(image: Image.Image) -> list[tuple[float, Colour]]:
    """Return (share of the picture, colour), the most frequent first."""
    area = image.width * image.height
    counted: list[Any] = sorted(image.getcolors(area) or [], reverse=True)
    return [(count / area, colour) for count, colour in counted]


def palette(shades: list[tuple[float, Colour]], named: list[Colour]) -> Image.Image:
    """Return the named colours, so that no ship loses its own, with the most frequent shades that are unlike all others."""
    chosen = named[: MOST_COLOURS - SHADES]
    most = len(chosen) + SHADES
    for share, colour in shades:
        if len(chosen) == most:
            break
        least = LESS_APART if share > BROAD else APART
        if all(apart(colour, other) >= least**2 for other in chosen):
            chosen.append(colour)
    holder = Image.new("P", (1, 1))
    holder.putpalette([part for colour in chosen + chosen[-1:] * (MOST_COLOURS - len(chosen)) for part in colour])
    return holder


def apart(one: Colour, other: Colour) -> int:
    """Return the squared distance of two colours."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def packed(image: Image.Image, colours: Image.Image, most: int = 0) -> bytes:
    """Return the picture in these colours as a PNG: packed quickly if that stays within `most` bytes, else as small as possible.

    Its rows are packed by libdeflate: as small as Pillow's, in a quarter of the time.
    """
    flat = image.quantize(palette=colours, dither=Image.Dither.NONE)
    wide, high = flat.size
    pixels, kept = flat.tobytes(), flat.getpalette() or []
    rows = b"".join(b"\0" + pixels[start : start + wide] for start in range(0, wide * high, wide))
    data = deflate.zlib_compress(rows, QUICK) if most else b""
    if not data or len(data) + HEAD > most:
        data = deflate.zlib_compress(rows, BEST)
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    parts = (b"IHDR", head), (b"PLTE", bytes(kept)), (b"IDAT", data), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)


def chunk(name: bytes, data: bytes | bytearray) -> bytes:
    """Return one chunk of the PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
