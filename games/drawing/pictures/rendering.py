"""SVG to pixels, with no font but ours."""

from io import BytesIO

import resvg_py
from django.conf import settings
from PIL import Image

FONT = "DejaVu Sans"
"""The one font we bring along. A family that is not there would drop every word of the drawing without a sound, so
the generic families are mapped to it; what is drawn should name it, or `sans-serif`."""
FONT_FILE = settings.BASE_DIR / "static" / "fonts" / "DejaVuSans.ttf"


def render(svg: str, width: int | None = None, background: str | None = None) -> Image.Image:
    """The drawing at this width, or at the size it names itself; on nothing unless a ground is given."""
    data = resvg_py.svg_to_bytes(
        svg_string=svg, background=background, width=width, skip_system_fonts=True, font_files=[str(FONT_FILE)],
        font_family=FONT, serif_family=FONT, sans_serif_family=FONT, monospace_family=FONT,
        cursive_family=FONT, fantasy_family=FONT,
    )  # fmt: skip
    with Image.open(BytesIO(bytes(data))) as image:
        return image.convert("RGBA")
