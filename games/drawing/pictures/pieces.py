"""What lies on a chart, drawn piece by piece: a piece that was drawn before, in this game or another, is not drawn again.

Nothing says how large a piece is. So the new ones are looked at small, to find where they lie, and then drawn at
their size; both times all in one go, since a renderer's beginning costs more than a piece.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree  # only our own drawings are read

from PIL import Image

from .rendering import render
from .sheet import Box, Sheet

SVG = "{http://www.w3.org/2000/svg}"
PASSED_ON = frozenset({"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-family", "font-size",
                       "font-style", "font-weight", "text-anchor"})  # fmt: skip
"""A group that says no more than this only saves words: its children are pieces of their own."""
UNDRAWN = frozenset({f"{SVG}title", f"{SVG}desc"})
COARSE, COARSER = 128, 64
"""Pixels across when a piece is only looked for; without words it may be smaller."""
MOST = 1500
"""Pieces that are remembered."""
ElementTree.register_namespace("", SVG.strip("{}"))


class Patch(NamedTuple):
    """One piece, and where its north-western corner lies; None when there is nothing to see."""

    image: Image.Image
    at: tuple[int, int]


known: dict[tuple[Sheet, str, str], Patch | None] = {}


def patches(sheet: Sheet, symbols: str, above: str) -> list[Patch]:
    """The pieces in the order in which they lie on each other."""
    defined, pieces = split(above)
    symbols += defined
    new = [piece for piece in dict.fromkeys(pieces) if (sheet, symbols, piece) not in known]
    drawn = dict(zip(new, draw(sheet, symbols, new), strict=True)) if new else {}
    found = []
    for piece in pieces:
        key = (sheet, symbols, piece)
        patch = drawn[piece] if piece in drawn else known.pop(key, None)
        known[key] = patch  # the newest last
        found.append(patch)
    while len(known) > MOST:
        known.pop(next(iter(known)), None)
    return [patch for patch in found if patch is not None]


# -- apart ----------------------------------------------------------------------------------------
def split(above: str) -> tuple[str, list[str]]:
    """(what is defined in it, its pieces as they are drawn)."""
    root = ElementTree.fromstring(f'<svg xmlns="{SVG.strip("{}")}">{above}</svg>')  # noqa: S314
    defined = "".join(written(child) for child in root if child.tag == f"{SVG}defs")
    return defined, [piece for child in root if child.tag != f"{SVG}defs" for piece in parts(child)]


def parts(element: ElementTree.Element) -> Iterator[str]:
    """The pieces of one element: itself, or those of its children as it would have them."""
    if element.tag in UNDRAWN:
        return
    if element.tag != f"{SVG}g" or not PASSED_ON.issuperset(element.attrib):
        yield written(element)
        return
    says = "".join(f' {name}="{value}"' for name, value in element.attrib.items())
    for child in element:
        for part in parts(child):
            yield f"<g{says}>{part}</g>"


def written(element: ElementTree.Element) -> str:
    """As markup, without what is only said of it."""
    for inner in element.iter():
        for child in [child for child in inner if child.tag in UNDRAWN]:
            inner.remove(child)
        for name in [name for name in inner.attrib if name.startswith("data-")]:
            del inner.attrib[name]
    element.tail = None
    return ElementTree.tostring(element, encoding="unicode")


# -- drawn ----------------------------------------------------------------------------------------
def draw(sheet: Sheet, symbols: str, pieces: list[str]) -> list[Patch | None]:
    """A patch for each piece, None for one without ink."""
    boxes = locate(sheet, symbols, pieces)
    seen = {index: box for index, box in enumerate(boxes) if box}
    places, size = shelves(list(seen.values()), sheet.width)
    windows = [sheet.window(pieces[index], box, at) for (index, box), at in zip(seen.items(), places, strict=True)]
    image = render(sheet.alone(symbols + "".join(windows), size))
    found: list[Patch | None] = [None] * len(pieces)
    for (index, (left, top, right, bottom)), (x, y) in zip(seen.items(), places, strict=True):
        found[index] = Patch(image.crop((x, y, x + right - left, y + bottom - top)), (left, top))
    return found


def locate(sheet: Sheet, symbols: str, pieces: list[str]) -> list[Box | None]:
    """Where each piece lies: looked at small, beneath each other. Words would vanish where other things are still seen."""
    boxes: list[Box | None] = [None] * len(pieces)
    for width, wordy in ((COARSE, True), (COARSER, False)):
        some = [index for index, piece in enumerate(pieces) if ("<text" in piece) is wordy]
        if not some:
            continue
        coarse = sheet._replace(width=width, crisp=False)
        wide, high = coarse.size
        rows = "".join(coarse.small(pieces[index], row) for row, index in enumerate(some))
        strip = render(coarse.alone(symbols + rows, (wide, high * len(some))))
        for row, index in enumerate(some):
            box = strip.crop((0, row * high, wide, (row + 1) * high)).getbbox()
            boxes[index] = sheet.found(box, coarse) if box else None
    return boxes


def shelves(boxes: list[Box], wide: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """A place for each box on a sheet of this width, in rows from the highest to the lowest; and the size of that sheet."""
    places = [(0, 0)] * len(boxes)
    x, y, row = 0, 0, 0
    for index in sorted(range(len(boxes)), key=lambda index: boxes[index][1] - boxes[index][3]):
        left, top, right, bottom = boxes[index]
        if x + right - left > wide:
            x, y, row = 0, y + row, 0
        places[index] = (x, y)
        x, row = x + right - left, max(row, bottom - top)
    return places, (wide, max(1, y + row))
