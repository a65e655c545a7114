"""What lies on a chart, drawn piece by piece: a piece drawn before, in this game or another, is not drawn again.

A piece that says where it lies is drawn once for all places, and put down at the nearest pixel. The size of a piece is
not known. So new ones are rendered small first to locate them, and then at full size; both times all at once, since
starting the renderer costs more than a piece.
"""

from math import isqrt
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from .lettering import face
from .markup import Piece, Words, split
from .rendering import render
from .sheet import Box, Sheet

COARSE = 128
"""The width in pixels of a sheet on which pieces are located; smaller, and text would vanish."""
REACH = 20
"""How far a piece that moves is looked for around its place on that sheet, in pixels; if it goes on there, twice as far."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
SEEN = [255 * (shade >= 96) for shade in range(256)]
"""Which shades at the edge of a crisp letter are ink: a few more than half would be, so that no stroke has gaps."""
MOST = 8000
"""The most pieces that are kept."""
MOST_BYTES = 8 * 1024 * 1024
"""The most bytes of their pixels: most pieces are small, but some are as large as the chart."""


class Patch(NamedTuple):
    """The picture of one piece, and the place of its top left corner. One with an `ink` only has the shades of that colour."""

    image: Image.Image
    at: tuple[int, int]
    ink: str = ""


NEW: Any = object()
"""Stands for a piece that was not drawn before."""
known: dict[tuple[Sheet, str, str | Words], Patch | None] = {}
"""The pieces drawn so far, each as seen from the place that it names."""


def patches(sheet: Sheet, symbols: str, above: str) -> list[Patch]:
    """Return the pieces from the lowest to the uppermost."""
    defined, pieces = split(above, sheet.anchor)
    symbols += defined
    keys = [(sheet.anywhere if piece.moves else sheet, symbols, piece.drawn) for piece in pieces]
    seen = {key: known.get(key, NEW) for key in keys}  # another thread may forget them meanwhile
    new = {key: piece for key, piece in zip(keys, pieces, strict=True) if seen[key] is NEW}
    drawn = dict(zip(new, draw(sheet, symbols, list(new.values())), strict=True))
    found = []
    for key, piece in zip(keys, pieces, strict=True):
        known.pop(key, None)
        known[key] = patch = drawn[key] if key in drawn else seen[key]  # the newest last
        if patch is not None:
            x, y = sheet.pixel(piece.x, piece.y)
            found.append(patch._replace(at=(x + patch.at[0], y + patch.at[1])))
    if new:
        forget_oldest()
    return found


def forget_oldest() -> None:
    """Keep the newest pieces, within both limits."""
    over = sum(map(bytes_of, list(known.values()))) - MOST_BYTES
    while known and (over > 0 or len(known) > MOST):
        over -= bytes_of(known.pop(next(iter(known)), None))


def bytes_of(patch: Patch | None) -> int:
    return 0 if patch is None else patch.image.width * patch.image.height * (1 if patch.ink else 4)


def draw(sheet: Sheet, symbols: str, pieces: list[Piece]) -> list[Patch | None]:
    """Return a patch for each piece as seen from its place, None for one without ink."""
    rendered = iter(render_all(sheet, symbols, [piece for piece in pieces if isinstance(piece.drawn, str)]))
    return [next(rendered) if isinstance(piece.drawn, str) else write(sheet, piece.drawn) for piece in pieces]


def write(sheet: Sheet, words: Words) -> Patch:
    """Return words as a patch."""
    font, anchor = face(words.size * sheet.scale), ANCHORS[words.anchor]
    left, top, right, bottom = (round(edge) for edge in font.getbbox(words.text, anchor=anchor))
    shades = Image.new("L", (right - left + 2, bottom - top + 2))
    ImageDraw.Draw(shades).text((1 - left, 1 - top), words.text, 255, font, anchor)
    return Patch(shades.point(SEEN) if sheet.crisp else shades, (left - 1, top - 1), words.ink)


def render_all(sheet: Sheet, symbols: str, pieces: list[Piece]) -> list[Patch | None]:
    """Return a patch for each piece of markup."""
    if not pieces:
        return []
    boxes = locate(sheet, symbols, pieces)
    seen = [(piece, box) for piece, box in zip(pieces, boxes, strict=True) if box]
    places, size = shelves([box for _, box in seen])
    windows = [sheet.window(str(piece.drawn), box, at, cut=not piece.moves) for (piece, box), at in zip(seen, places, strict=True)]
    image = render(sheet.alone(symbols + "".join(windows), size))
    drawn = iter([Patch(image.crop(moved(box, at)), box[:2]) for (_, box), at in zip(seen, places, strict=True)])
    return [next(drawn) if box else None for box in boxes]


def locate(sheet: Sheet, symbols: str, pieces: list[Piece], reach: int = REACH) -> list[Box | None]:
    """Return in which box around its place each piece lies, found in small renderings."""
    coarse = sheet._replace(width=COARSE, crisp=False)
    frames = [(-reach, -reach, reach, reach) if piece.moves else coarse.frame for piece in pieces]
    places, size = shelves(frames)
    windows = [coarse.window(str(piece.drawn), frame, at) for piece, frame, at in zip(pieces, frames, places, strict=True)]
    strip = render(coarse.alone(symbols + "".join(windows), size))
    boxes: list[Box | None] = []
    for piece, frame, at in zip(pieces, frames, places, strict=True):
        ink = strip.crop(moved(frame, at)).getbbox()
        if ink and piece.moves and reach < COARSE and (min(ink) == 0 or max(ink) == 2 * reach):
            boxes += locate(sheet, symbols, [piece], 2 * reach)
        else:
            boxes.append(sheet.found(moved(ink, (frame[0] + ink[0], frame[1] + ink[1])), coarse) if ink else None)
    return boxes


def moved(box: Box, to: tuple[int, int]) -> Box:
    """Return the box with its top left corner at this place."""
    left, top, right, bottom = box
    return to[0], to[1], to[0] + right - left, to[1] + bottom - top


def shelves(boxes: list[Box]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Return a place for each box on one sheet, in rows from the tallest to the lowest, and the sheet's size: it has little empty room."""
    sizes = [(right - left, bottom - top) for left, top, right, bottom in boxes]
    most = max([isqrt(sum(wide * high for wide, high in sizes)), *(wide for wide, _ in sizes), 1])
    places, x, y, row = [(0, 0)] * len(boxes), 0, 0, 0
    for index in sorted(range(len(boxes)), key=lambda index: -sizes[index][1]):
        wide, high = sizes[index]
        if x + wide > most:
            x, y, row = 0, y + row, 0
        places[index] = (x, y)
        x, row = x + wide, max(row, high)
    return places, (most, max(1, y + row))
