"""SVG to pixels, with our own font only."""

from io import BytesIO

import resvg_py
from PIL import Image

from .lettering import FONT_FILE, only_drawn

FONT = "DejaVu Sans"
"""The only font that we ship. Text of a missing family would be dropped silently, so the generic families map to this font;
drawings should name it, or `sans-serif`."""


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
