"""The film as it was made before: full pictures of 128 colours by Pillow's own writer; for `bench/film.py` to compare with."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from games.drawing.animation import LINES, Frame, captioned, pauses, wrapped
from games.drawing.pictures import image

WIDTH = 520


def old_film(frames: Sequence[Frame]) -> bytes:
    """Return the frames as one endless GIF, in the old way."""
    boards = [image(frame.svg, WIDTH) for frame in frames]
    rows = max(min(LINES, len(wrapped(frame.told))) for frame in frames)
    held = [max(len(wrapped([words])) for words in hands) for hands in zip(*(frame.held for frame in frames), strict=True)]
    drawn = [captioned(board, frame, rows, held) for board, frame in zip(boards, frames, strict=True)]
    palette = colours([drawn[0], drawn[len(drawn) // 2], drawn[-1]])
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in drawn]
    out = BytesIO()
    flat[0].save(out, "GIF", save_all=True, append_images=flat[1:], duration=pauses(frames), loop=0, optimize=False)
    return out.getvalue()


def colours(some: Sequence[Image.Image]) -> Image.Image:
    """Return a palette for the whole film."""
    sheet = Image.new("RGB", (some[0].width, sum(one.height for one in some)))
    top = 0
    for picture in some:
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet.quantize(128, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
