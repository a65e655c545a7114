"""Draw the pieces on a chart one by one, with a cache for all games.

A movable piece is drawn once for all positions, and placed at the nearest pixel. The sizes of pieces are unknown, so new pieces
are first rendered small to locate them, and then at full size. Each rendering has all new pieces, because starting the renderer
takes longer than rendering a piece.
"""

from math import isqrt
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from .markup import Piece, Words, split
from .rendering import face, render
from .sheet import Box, Sheet

COARSE = 128
"""The width in pixels of a sheet for locating pieces. On a smaller sheet text would vanish."""
REACH = 20
"""The distance in pixels to search around the position of a movable piece, on a sheet COARSE pixels wide. Doubled if too short."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
SEEN = [255 * (shade >= 96) for shade in range(256)]
"""A table from shade to ink for a crisp letter. It counts the darker shades at an edge as ink, so that strokes have no gaps."""
MOST_PIECES = 8000
"""The maximum number of cached pieces."""
MOST_BYTES = 8 * 1024 * 1024
"""The maximum size of all cached pieces, in bytes of pixels, because some pieces are as large as the chart."""


class Patch(NamedTuple):
    """The picture of a piece, and its top left corner. With an `ink`, the picture has only the shades of that colour."""

    image: Image.Image
    corner: tuple[int, int]
    ink: str = ""


NEW: Any = object()
"""The marker of a piece that is not cached."""
known: dict[tuple[Sheet, str, str | Words], Patch | None] = {}
"""The cached pieces, relative to their positions; None for a piece without ink."""


def patches(sheet: Sheet, symbols: str, above: str) -> list[Patch]:
    defined, pieces = split(above, sheet.anchor)
    symbols += defined
    keys = [(sheet.anywhere if piece.moves else sheet, symbols, piece.drawn) for piece in pieces]
    seen = {key: known.get(key, NEW) for key in keys}  # another thread may clear the cache meanwhile
    new = {key: piece for key, piece in zip(keys, pieces, strict=True) if seen[key] is NEW}
    drawn = dict(zip(new, draw(sheet, symbols, list(new.values())), strict=True))
    placed = []
    for key, piece in zip(keys, pieces, strict=True):
        known.pop(key, None)
        known[key] = patch = drawn[key] if key in drawn else seen[key]  # move the piece to the end, so that the oldest pieces come first
        if patch is not None:
            x, y = sheet.pixel(piece.x, piece.y)
            placed.append(patch._replace(corner=(x + patch.corner[0], y + patch.corner[1])))
    excess = sum(map(bytes_of, list(known.values()))) - MOST_BYTES if new else 0
    while known and (excess > 0 or len(known) > MOST_PIECES):
        excess -= bytes_of(known.pop(next(iter(known)), None))
    return placed


def bytes_of(patch: Patch | None) -> int:
    return 0 if patch is None else patch.image.width * patch.image.height * (1 if patch.ink else 4)


def draw(sheet: Sheet, symbols: str, pieces: list[Piece]) -> list[Patch | None]:
    """Return a patch for each piece, relative to the piece's position, or None for a piece without ink."""
    rendered = iter(render_all(sheet, symbols, [piece for piece in pieces if isinstance(piece.drawn, str)]))
    return [next(rendered) if isinstance(piece.drawn, str) else write(sheet, piece.drawn) for piece in pieces]


def write(sheet: Sheet, words: Words) -> Patch:
    font, anchor = face(words.size * sheet.scale), ANCHORS[words.anchor]
    left, top, right, bottom = (round(edge) for edge in font.getbbox(words.text, anchor=anchor))
    shades = Image.new("L", (right - left + 2, bottom - top + 2))
    ImageDraw.Draw(shades).text((1 - left, 1 - top), words.text, 255, font, anchor)
    return Patch(shades.point(SEEN) if sheet.crisp else shades, (left - 1, top - 1), words.ink)


def render_all(sheet: Sheet, symbols: str, pieces: list[Piece]) -> list[Patch | None]:
    if not pieces:
        return []
    boxes = locate(sheet, symbols, pieces)
    seen = [(piece, box) for piece, box in zip(pieces, boxes, strict=True) if box]
    places, size = shelves([box for _, box in seen])
    windows = [sheet.window(str(piece.drawn), box, place, cut=not piece.moves) for (piece, box), place in zip(seen, places, strict=True)]
    image = render(sheet.alone(symbols + "".join(windows), size))
    drawn = iter([Patch(image.crop(moved(box, place)), box[:2]) for (_, box), place in zip(seen, places, strict=True)])
    return [next(drawn) if box else None for box in boxes]


def locate(sheet: Sheet, symbols: str, pieces: list[Piece], reach: int = REACH) -> list[Box | None]:
    """Return the box of each piece, relative to the piece's position, from small renderings, or None for a piece without ink."""
    coarse = sheet._replace(width=COARSE, crisp=False)
    frames = [(-reach, -reach, reach, reach) if piece.moves else coarse.frame for piece in pieces]
    places, size = shelves(frames)
    windows = [coarse.window(str(piece.drawn), frame, place) for piece, frame, place in zip(pieces, frames, places, strict=True)]
    strip = render(coarse.alone(symbols + "".join(windows), size))
    boxes: list[Box | None] = []
    for piece, frame, place in zip(pieces, frames, places, strict=True):
        ink = strip.crop(moved(frame, place)).getbbox()
        if ink and piece.moves and reach < COARSE and (min(ink) == 0 or max(ink) == 2 * reach):
            boxes += locate(sheet, symbols, [piece], 2 * reach)
        else:
            boxes.append(sheet.box_of(moved(ink, (frame[0] + ink[0], frame[1] + ink[1])), coarse) if ink else None)
    return boxes


def moved(box: Box, to: tuple[int, int]) -> Box:
    left, top, right, bottom = box
    return to[0], to[1], to[0] + right - left, to[1] + bottom - top


def shelves(boxes: list[Box]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Return (position of each box, size of the sheet) for a compact sheet with the boxes in rows by decreasing height."""
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
