"""Turn frames of a game into an animated GIF. The functions are pure except for the cache of rendered pictures."""

from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from textwrap import wrap
from typing import NamedTuple, TypeVar

from PIL import Image, ImageDraw, ImageFont

from games.drawing.pictures import image
from games.drawing.pictures.rendering import FONT_FILE, drawable

WIDTH, MOST_FRAMES, FEWEST, COLOURS = 520, 120, 12, 64
MOST_BYTES, SHARE = 600_000, 0.85
"""The maximum size in bytes that mail and chat programs accept, and the share of that size to aim for when frames are dropped."""
SIGNS, LINES, SIZE, LEADING, EDGE = 72, 5, 13, 18, 10
PAPER, INK, SOFT = "#fcf8ee", "#2a2115", "#5f5138"
PAUSE, LAST, READING = 900, 6000, 700
"""Milliseconds to show a frame, to show the last frame, and to read each sentence."""
T = TypeVar("T")


class Frame(NamedTuple):
    """A frame: the drawing (slow to render unless a `Picture`), a heading, sentences about the events, and the captains' hands."""

    svg: str
    head: str
    told: tuple[str, ...]
    held: tuple[str, ...] = ()


def film(frames: Sequence[Frame], width: int = WIDTH, most: int = MOST_BYTES) -> bytes:
    """Return the frames as a looping GIF of about `most` bytes. Drop frames of a long game."""
    shown = thinned(frames, MOST_FRAMES)
    sheets = indexed(drawn(shown, width))
    while True:
        data = gif(sheets, pauses(shown))
        if len(data) <= most or len(shown) <= FEWEST:
            return data
        fewer = max(FEWEST, int(len(shown) * SHARE * most / len(data)))
        sheets, shown = thinned(sheets, fewer), thinned(shown, fewer)


def indexed(sheets: Sequence[Image.Image]) -> list[Image.Image]:
    """Return the sheets in one palette, computed from the first and the last sheet."""
    first, last = sheets[0], sheets[-1]
    both = Image.new("RGB", (first.width, first.height + last.height))
    both.paste(first)
    both.paste(last, (0, first.height))
    some = both.resize((both.width // 2, both.height // 2), Image.Resampling.NEAREST)
    palette = some.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)  # other methods turn the sea pink
    return [sheet.quantize(palette=palette, dither=Image.Dither.NONE) for sheet in sheets]


def gif(sheets: Sequence[Image.Image], pauses: Sequence[int]) -> bytes:
    """Return the sheets as a GIF. `optimize` makes Pillow store only the changes between sheets."""
    out = BytesIO()
    sheets[0].save(out, "GIF", save_all=True, append_images=sheets[1:], duration=pauses, loop=0, optimize=True)
    return out.getvalue()


def drawn(frames: Sequence[Frame], width: int) -> list[Image.Image]:
    frames = [frame._replace(told=tuple(map(drawable, frame.told)), held=tuple(map(drawable, frame.held))) for frame in frames]
    rows = max(min(LINES, len(wrapped(frame.told))) for frame in frames)
    held = [max(len(wrapped([words])) for words in hands) for hands in zip(*(frame.held for frame in frames), strict=True)]
    return [captioned(image(frame.svg, width), frame, rows, held) for frame in frames]


def pauses(frames: Sequence[Frame]) -> list[int]:
    return [*(PAUSE + READING * min(LINES, len(frame.told)) for frame in frames[:-1]), LAST]


def thinned(frames: Sequence[T], most: int) -> list[T]:
    count = len(frames)
    return list(frames) if count <= most else [frames[(index + 1) * count // most - 1] for index in range(most)]


def wrapped(sentences: Sequence[str]) -> list[str]:
    return [line for sentence in sentences for line in lines_of(sentence)]


@lru_cache(500)  # most hands are equal in successive frames
def lines_of(sentence: str) -> list[str]:
    return wrap(sentence, SIGNS, subsequent_indent="   ", break_on_hyphens=False)


def captioned(board: Image.Image, frame: Frame, rows: int, held: Sequence[int]) -> Image.Image:
    """Return the board with its caption: `rows` lines of events, then `held[i]` lines for hand i, so that hands stay in place."""
    font, bold = fonts()
    lines = wrapped(frame.told)
    lines = [*lines[: rows - 1], f"… and {len(lines) - rows + 1} more"] if len(lines) > rows else lines
    words = [(frame.head, INK, bold), *((line, INK, font) for line in lines), *[("", INK, font)] * (rows - len(lines))]
    for hand, count in zip(frame.held, held, strict=True):
        hand_lines = wrapped([hand])
        words += [(line, SOFT, font) for line in hand_lines + [""] * (count - len(hand_lines))]
    sheet = Image.new("RGB", (board.width, board.height + 2 * EDGE + LEADING * len(words)), PAPER)
    sheet.paste(board)
    pen = ImageDraw.Draw(sheet)
    for index, (line, ink, face) in enumerate(words):
        pen.text((EDGE, board.height + EDGE + index * LEADING), line, ink, face)
    return sheet


@cache
def fonts() -> tuple[ImageFont.FreeTypeFont, ImageFont.FreeTypeFont]:
    return ImageFont.truetype(str(FONT_FILE), SIZE - 1), ImageFont.truetype(str(FONT_FILE), SIZE + 1)
