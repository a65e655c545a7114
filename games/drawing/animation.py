"""A game as an animated picture: frames in, a GIF out. Pure except for drawing pictures."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.drawing.gif import gif, indexed, palette_of
from games.drawing.pictures import image
from games.drawing.pictures.lettering import FONT_FILE, drawable

WIDTH, MOST_FRAMES, FEWEST = 520, 120, 12
MOST_BYTES, SHARE = 600_000, 0.85
"""What a letter or a chat takes without a thought; and for how much of it to aim if a film has more."""
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


def film(frames: Sequence[Frame], width: int = WIDTH, most: int = MOST_BYTES) -> bytes:
    """Return the frames as one endless GIF of at most so many bytes, or nearly: a long game has fewer of them."""
    shown = thinned(frames, MOST_FRAMES)
    sheets = drawn(shown, width)
    palette = palette_of([sheets[0], sheets[len(sheets) // 2], sheets[-1]])
    sheets = [indexed(sheet, palette) for sheet in sheets]
    while True:
        data = gif(sheets, pauses(shown), palette)
        if len(data) <= most or len(shown) <= FEWEST:
            return data
        fewer = max(FEWEST, int(len(shown) * SHARE * most / len(data)))
        kept = set(map(id, thinned(shown, fewer)))
        sheets = [sheet for sheet, frame in zip(sheets, shown, strict=True) if id(frame) in kept]
        shown = [frame for frame in shown if id(frame) in kept]


def drawn(frames: Sequence[Frame], width: int) -> list[Image.Image]:
    """Return the boards with their words, all of one size."""
    frames = [frame._replace(told=tuple(map(drawable, frame.told)), held=tuple(map(drawable, frame.held))) for frame in frames]
    rows = max(min(LINES, len(wrapped(frame.told))) for frame in frames)
    held = [max(len(wrapped([words])) for words in hands) for hands in zip(*(frame.held for frame in frames), strict=True)]
    return [captioned(image(frame.svg, width), frame, rows, held) for frame in frames]


def pauses(frames: Sequence[Frame]) -> list[int]:
    """Return for how many milliseconds each frame is shown."""
    return [*(PAUSE + READING * min(LINES, len(frame.told)) for frame in frames[:-1]), LAST]


def thinned(frames: Sequence[Frame], most: int) -> list[Frame]:
    """Return at most so many frames, evenly chosen, with the last one."""
    count = len(frames)
    return list(frames) if count <= most else [frames[(index + 1) * count // most - 1] for index in range(most)]


def wrapped(told: Sequence[str]) -> list[str]:
    """Wrap sentences to lines that fit beneath the board."""
    lines: list[str] = []
    for sentence in told:
        line = ""
        for word in sentence.split():
            if line and len(line) + len(word) >= SIGNS:
                lines.append(line)
                line = "   "
            line = f"{line} {word}" if line.strip() else line + word[:SIGNS]
        lines.append(line)
    return lines


def captioned(board: Image.Image, frame: Frame, rows: int, held: Sequence[int]) -> Image.Image:
    """Return the board with what happened and what is held beneath it: `rows` lines, and so many for each hand, which keeps its place."""
    font, bold = fonts()
    high = 2 * EDGE + LEADING * (1 + rows + sum(held))
    sheet = Image.new("RGB", (board.width, board.height + high), PAPER)
    sheet.paste(board)
    pen, top = ImageDraw.Draw(sheet), board.height + EDGE
    pen.text((EDGE, top), frame.head, INK, bold)
    lines = wrapped(frame.told)
    lines = [*lines[: rows - 1], f"… and {len(lines) - rows + 1} more"] if len(lines) > rows else lines
    for index, line in enumerate(lines, 1):
        pen.text((EDGE, top + index * LEADING), line, INK, font)
    for seat, words in enumerate(frame.held):
        for index, line in enumerate(wrapped([words]), 1 + rows + sum(held[:seat])):
            pen.text((EDGE, top + index * LEADING), line, SOFT, font)
    return sheet


@cache
def fonts() -> tuple[ImageFont.FreeTypeFont, ImageFont.FreeTypeFont]:
    """Return the fonts for words and for headings."""
    return ImageFont.truetype(str(FONT_FILE), SIZE - 1), ImageFont.truetype(str(FONT_FILE), SIZE + 1)
