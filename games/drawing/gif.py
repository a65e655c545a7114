"""Pictures that resemble each other as one small endless GIF.

One palette for all; of each picture only what is unlike the one before is stored, in the smallest box around it, with everything
unchanged in that box see-through: that packs to almost nothing. Pillow's own writer does this only with a palette for each picture.
"""

import struct
from collections.abc import Iterable, Sequence

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

COLOURS = 64
"""The size of the palette, a power of two; its last place is for what is see-through. More cost bytes and are hardly seen."""
SEE_THROUGH = COLOURS - 1
STAYS = 1
"""What GIF calls disposal: the next picture is laid upon this one."""


def palette_of(some: Iterable[Image.Image]) -> Image.Image:
    """Return a palette that fits these pictures, found from every second point of every second row."""
    pictures = [picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST) for picture in some]
    sheet = Image.new("RGB", (pictures[0].width, sum(one.height for one in pictures)))
    top = 0
    for picture in pictures:
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet.quantize(SEE_THROUGH, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)  # others turn the sea pink


def indexed(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the colours of the palette, as their numbers."""
    flat = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", flat.size, flat.tobytes())


def gif(pictures: Sequence[Image.Image], pauses: Sequence[int], palette: Image.Image) -> bytes:
    """Return pictures that `indexed` made, all of one size, as a GIF. Each is shown for so many milliseconds."""
    first = getdata(pictures[0], duration=pauses[0], disposal=STAYS)
    parts = [header(pictures[0].size, palette), *first]
    for before, picture, pause in zip(pictures, pictures[1:], pauses[1:], strict=False):
        parts += change(before, picture, pause)
    return b"".join([*parts, b";"])


def change(before: Image.Image, picture: Image.Image, pause: int) -> list[bytes]:
    """Return what is unlike the picture before; a single point if nothing is."""
    unlike = ImageChops.difference(before, picture)
    box = unlike.getbbox() or (0, 0, 1, 1)
    part = picture.crop(box)
    part.paste(SEE_THROUGH, mask=unlike.crop(box).point([255] + [0] * 255, "1"))
    found: list[bytes] = getdata(part, box[:2], duration=pause, disposal=STAYS, transparency=SEE_THROUGH)
    return found


def header(size: tuple[int, int], palette: Image.Image) -> bytes:
    """Return how a GIF begins: its size, its palette, and that it never ends."""
    wide, high = size
    bits = COLOURS.bit_length() - 2
    colours = bytes(palette.getpalette() or [])[: 3 * COLOURS].ljust(3 * COLOURS, b"\0")
    endless = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + struct.pack("<HHBBB", wide, high, 0x80 | bits, 0, 0) + colours + endless
