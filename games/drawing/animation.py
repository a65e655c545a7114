"""A game as an animated picture: frames in, a GIF out. Pure except for drawing pictures."""

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.drawing.pictures import image
from games.drawing.pictures.rendering import FONT_FILE

WIDTH, MOST_FRAMES = 520, 240
SIGNS, LINES, SIZE, LEADING, EDGE = 72, 5, 13, 18, 10
PAPER, INK, SOFT = "#fcf8ee", "#2a2115", "#5f5138"
PAUSE, LAST, READING = 900, 6000, 700
"""Milliseconds for a frame, for the last one, and extra for each line to read."""


class Frame(NamedTuple):
    """One frame: the drawing (slow unless it is a `Picture`), what happened, and what is held."""

    svg: str
    head: str
    told: tuple[str, ...]
    held: tuple[str, ...] = ()


def film(frames: Sequence[Frame], width: int = WIDTH) -> bytes:
    """Return the frames as one endless GIF."""
    frames = thinned(frames)
    boards = [image(frame.svg, width) for frame in frames]
    rows = max(min(LINES, len(wrapped(frame.told))) for frame in frames)
    held = max(len(wrapped(frame.held)) for frame in frames)
    drawn = [captioned(board, frame, rows, held) for board, frame in zip(boards, frames, strict=True)]
    palette = colours(drawn)
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in drawn]
    pauses = [PAUSE + READING * min(LINES, len(frame.told)) for frame in frames]
    pauses[-1] = LAST
    out = BytesIO()
    flat[0].save(out, "GIF", save_all=True, append_images=flat[1:], duration=pauses, loop=0, optimize=False)
    return out.getvalue()


def thinned(frames: Sequence[Frame]) -> list[Frame]:
    """Return at most MOST_FRAMES frames, evenly chosen, with the last one."""
    step = -(-len(frames) // MOST_FRAMES)
    return [frame for index, frame in enumerate(frames) if index % step == 0 or index == len(frames) - 1]


def wrapped(told: Sequence[str]) -> list[str]:
    """Wrap sentences to lines that fit beneath the board."""
    lines: list[str] = []
    for sentence in told:
        line = ""
        for word in sentence.split():
            if line and len(line) + len(word) >= SIGNS:
                lines.append(line)
                line = "   "
            line = f"{line} {word}".lstrip() if line.strip() else line + word[:SIGNS]
        lines.append(line)
    return lines


def captioned(board: Image.Image, frame: Frame, rows: int, held: int) -> Image.Image:
    """Return the board with what happened and what is held beneath it."""
    font, bold = fonts()
    high = 2 * EDGE + LEADING * (1 + rows + held)
    sheet = Image.new("RGB", (board.width, board.height + high), PAPER)
    sheet.paste(board)
    pen, top = ImageDraw.Draw(sheet), board.height + EDGE
    pen.text((EDGE, top), frame.head, INK, bold)
    lines = wrapped(frame.told)
    lines = [*lines[: rows - 1], f"… and {len(lines) - rows + 1} more"] if len(lines) > rows else lines
    for index, line in enumerate(lines, 1):
        pen.text((EDGE, top + index * LEADING), line, INK, font)
    for index, line in enumerate(wrapped(frame.held)):
        pen.text((EDGE, top + (1 + rows + index) * LEADING), line, SOFT, font)
    return sheet


def fonts() -> tuple[ImageFont.FreeTypeFont, ImageFont.FreeTypeFont]:
    return ImageFont.truetype(str(FONT_FILE), SIZE - 1), ImageFont.truetype(str(FONT_FILE), SIZE + 1)


def colours(drawn: Sequence[Image.Image]) -> Image.Image:
    """Return a palette for the whole film, from its first, middle and last picture."""
    some = [drawn[0], drawn[len(drawn) // 2], drawn[-1]]
    sheet = Image.new("RGB", (some[0].width, sum(one.height for one in some)))
    top = 0
    for picture in some:
        sheet.paste(picture, (0, top))
        top += picture.height
    return sheet.quantize(128, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)  # other methods turn the sea pink
