"""Draw the picture that chat programs show for a link, with text on the left and a board on the right."""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

from games.drawing.pictures import ground_of, image
from games.drawing.pictures.rendering import FONT_FILE, common, drawable, inks, packed, palette
from games.drawing.share_card import Card, Line

WIDE, HIGH, EDGE, BOARD = 1200, 630, 48, 640
"""In pixels: the width and height that most programs use, the margin, and the maximum width of the board."""
PAPER, INK, SOFT, MARK = "#fcf8ee", "#2a2115", "#5f5138", "#0f5f78"
SITE = "Buccaneer"
LARGE, LEAST, WORDS, SMALL = 54, 34, 28, 24
TITLE_LINES, CLOSE, FAR = 3, 38, 48
MOST_BYTES = 200_000
"""The maximum size that programs accept, in bytes."""


def png(card: Card) -> bytes:
    sheet = drawn(card)
    named = inks("".join((PAPER, INK, SOFT, MARK, *(line.colour for line in card.lines), card.board or "")))
    return packed(sheet, palette(common(sheet), named), MOST_BYTES)


def drawn(card: Card) -> Image.Image:
    sheet = Image.new("RGB", (WIDE, HIGH), PAPER)
    room = WIDE - 2 * EDGE
    if card.board is not None:
        width = min(BOARD, WIDE * HIGH // ground_of(card.board, WIDE).size[1])
        board = image(card.board, width).crop((0, 0, *ground_of(card.board, width).size))  # without the list below the board
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


def title(pen: ImageDraw.ImageDraw, words: str, room: int) -> int:
    """Draw the title as large as fits, and return its lower edge."""
    size = next((size for size in range(LARGE, LEAST, -4) if len(wrapped(words, font(size), room)) <= TITLE_LINES), LEAST)
    top = EDGE + 44
    for line in wrapped(words, font(size), room)[:TITLE_LINES]:
        pen.text((EDGE, top), line, INK, font(size), stroke_width=0.6, stroke_fill=INK)
        top += round(size * 1.2)
    return top + 14


def paragraph(pen: ImageDraw.ImageDraw, words: str, room: int, top: int) -> int:
    for line in wrapped(words, font(SMALL), room)[:3]:
        pen.text((EDGE, top), line, SOFT, font(SMALL))
        top += 34
    return top


def row(pen: ImageDraw.ImageDraw, line: Line, room: int, top: int) -> None:
    left = EDGE
    if line.colour:
        pen.ellipse((left, top + 4, left + 26, top + 30), line.colour, INK, 2)
        left += 40
    right = EDGE + room - pen.textlength(line.figure, font(WORDS))
    pen.text((left, top), shortened(drawable(line.words), right - left - 16, font(WORDS)), INK, font(WORDS))
    pen.text((right, top), line.figure, INK, font(WORDS))


def wrapped(words: str, face: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """Return the text in lines at most `room` pixels wide. Shorten a word that is too long."""
    lines: list[str] = []
    for word in words.split():
        word = shortened(word, room, face)
        if lines and face.getlength(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def shortened(words: str, room: float, face: ImageFont.FreeTypeFont) -> str:
    if face.getlength(words) <= room:
        return words
    while words and face.getlength(f"{words}…") > room:
        words = words[:-1]
    return f"{words}…"


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_FILE), size)
