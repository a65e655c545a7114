"""The picture of a link: what chat programs show of a page that somebody passes on. A board on the right, words on the left."""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

from games.drawing.pictures import ground_of, image
from games.drawing.pictures.lettering import FONT_FILE, drawable
from games.drawing.pictures.packing import common, inks, packed, palette
from games.drawing.share_card import Card, Line
from games.kit.svg import Picture

WIDE, HIGH, EDGE, BOARD = 1200, 630, 48, 640
"""What most programs ask for, in pixels; the margin; and the most room for a board."""
PAPER, INK, SOFT, MARK = "#fcf8ee", "#2a2115", "#5f5138", "#0f5f78"
SITE = "Buccaneer"
LARGE, LEAST, WORDS, SMALL = 54, 34, 28, 24
TITLE_LINES, CLOSE, FAR = 3, 38, 48
MOST_BYTES = 200_000
"""What programs load without a thought."""


def png(card: Card) -> bytes:
    """Draw the picture of a link, as a PNG."""
    sheet = drawn(card)
    named = inks("".join((PAPER, INK, SOFT, MARK, *(line.colour for line in card.lines), card.board or "")))
    return packed(sheet, palette(common(sheet), named), MOST_BYTES)


def drawn(card: Card) -> Image.Image:
    """Draw the picture."""
    sheet = Image.new("RGB", (WIDE, HIGH), PAPER)
    room = WIDE - 2 * EDGE
    if card.board is not None:
        board = fitted(card.board)
        sheet.paste(board, (WIDE - board.width, (HIGH - board.height) // 2))
        room -= board.width
    pen = ImageDraw.Draw(sheet)
    pen.text((EDGE, EDGE - 8), SITE, MARK, font(SMALL))
    top = title(pen, drawable(card.title), room)
    top = paragraph(pen, drawable(card.beneath), room, top) + 24
    below = HIGH - EDGE // 2 - top
    lines = card.lines[: below // CLOSE]
    for index, line in enumerate(lines):
        row(pen, line, room, top + index * min(FAR, below // len(lines)))
    return sheet


def fitted(picture: Picture) -> Image.Image:
    """Return the chart without the list beneath it, as large as there is room."""
    width = min(BOARD, WIDE * HIGH // ground_of(picture, WIDE).size[1])
    return image(picture, width).crop((0, 0, *ground_of(picture, width).size))


def title(pen: ImageDraw.ImageDraw, words: str, room: int) -> int:
    """Write the title as large as it fits, and return where it ends."""
    size = next((size for size in range(LARGE, LEAST, -4) if len(wrapped(words, font(size), room)) <= TITLE_LINES), LEAST)
    top = EDGE + 44
    for line in wrapped(words, font(size), room)[:TITLE_LINES]:
        pen.text((EDGE, top), line, INK, font(size), stroke_width=0.6, stroke_fill=INK)
        top += round(size * 1.2)
    return top + 14


def paragraph(pen: ImageDraw.ImageDraw, words: str, room: int, top: int) -> int:
    """Write a sentence in up to three lines, and return where it ends."""
    for line in wrapped(words, font(SMALL), room)[:3]:
        pen.text((EDGE, top), line, SOFT, font(SMALL))
        top += 34
    return top


def row(pen: ImageDraw.ImageDraw, line: Line, room: int, top: int) -> None:
    """Write one line with its colour and its number."""
    left = EDGE
    if line.colour:
        pen.ellipse((left, top + 4, left + 26, top + 30), line.colour, INK, 2)
        left += 40
    right = EDGE + room - pen.textlength(line.figure, font(WORDS))
    pen.text((left, top), shortened(drawable(line.words), right - left - 16, font(WORDS)), INK, font(WORDS))
    pen.text((right, top), line.figure, INK, font(WORDS))


def wrapped(words: str, face: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """Return the words in lines of this many pixels; a word that is too long for one is cut."""
    lines: list[str] = []
    for word in words.split():
        word = shortened(word, room, face)
        if lines and face.getlength(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def shortened(words: str, room: float, face: ImageFont.FreeTypeFont) -> str:
    """Return the words, or as many of their letters as there is room for."""
    if face.getlength(words) <= room:
        return words
    while words and face.getlength(f"{words}…") > room:
        words = words[:-1]
    return f"{words}…"


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return our font at this size."""
    return ImageFont.truetype(str(FONT_FILE), size)
