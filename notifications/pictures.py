"""Drawings as pictures for letters: SVG in, a small opaque PNG out, the same bytes for the same drawing."""

import hashlib
from io import BytesIO

import resvg_py
from django.conf import settings
from django.core.cache import cache
from PIL import Image

FONT = "DejaVu Sans"
"""The one font we bring along. A family that is not there would drop every word of the drawing without a sound, so
the generic families are mapped to it; what is drawn should name it, or `sans-serif`."""
FONT_FILE = settings.BASE_DIR / "static" / "fonts" / "DejaVuSans.ttf"
MOST_BYTES = 60 * 1024
WIDTH, COLOURS, TRIES = 760, 64, 6
KEPT = 60 * 60 * 24


def png(svg: str, background: str = "#ffffff") -> bytes:
    """The drawing as a PNG of at most 60 KB."""
    key = "png:" + hashlib.sha256(f"{background}{svg}".encode()).hexdigest()
    found = cache.get(key)
    if found is None:
        found = draw(svg, background)
        cache.set(key, found, KEPT)
    return found


def draw(svg: str, background: str) -> bytes:
    """Draw it, and again a little smaller while it is too big."""
    width, data = WIDTH, b""
    for _ in range(TRIES):
        data = quantized(render(svg, background, width), COLOURS)
        if len(data) <= MOST_BYTES:
            break
        width = int(width * MOST_BYTES / len(data) * 0.98)
    return data


def render(svg: str, background: str | None, width: int) -> bytes:
    """The drawing at this width, with no font but ours."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, background=background, width=width, skip_system_fonts=True, font_files=[str(FONT_FILE)],
            font_family=FONT, serif_family=FONT, sans_serif_family=FONT, monospace_family=FONT,
            cursive_family=FONT, fantasy_family=FONT,
        )
    )  # fmt: skip


def quantized(data: bytes, colours: int) -> bytes:
    """The same picture with a small palette: one that keeps rare colours, so that no ship loses its own."""
    with Image.open(BytesIO(data)) as picture:
        small = picture.convert("RGB").quantize(colours, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    out = BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()
