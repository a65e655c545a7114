"""What lies on a chart, drawn piece by piece: a piece drawn before, in this game or another, is not drawn again.

The size of a piece is not known. So new ones are rendered small first to locate them, and then at full size; both
times all at once, since starting the renderer costs more than a piece.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree  # parses only our own drawings

from PIL import Image

from .rendering import render
from .sheet import Box, Sheet

SVG = "{http://www.w3.org/2000/svg}"
PASSED_ON = frozenset({"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-family", "font-size",
                       "font-style", "font-weight", "text-anchor"})  # fmt: skip
"""A group with these attributes only is shorthand: its children are pieces of their own."""
UNDRAWN = frozenset({f"{SVG}title", f"{SVG}desc"})
COARSE, COARSER = 128, 64
"""The width in pixels for locating a piece; pieces without text may be smaller."""
MOST = 4000
"""The most pieces that are kept."""
MOST_BYTES = 16 * 1024 * 1024
"""The most bytes of their pixels: most pieces are small, but some are as large as the chart."""
ElementTree.register_namespace("", SVG.strip("{}"))


class Patch(NamedTuple):
    """The picture of one piece, and the place of its top left corner."""

    image: Image.Image
    at: tuple[int, int]


known: dict[tuple[Sheet, str, str], Patch | None] = {}


def patches(sheet: Sheet, symbols: str, above: str) -> list[Patch]:
    """Return the pieces from the lowest to the uppermost."""
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
    forget_oldest()
    return [patch for patch in found if patch is not None]


def forget_oldest() -> None:
    """Keep the newest pieces, within both limits."""
    over = sum(map(bytes_of, list(known.values()))) - MOST_BYTES
    while known and (over > 0 or len(known) > MOST):
        over -= bytes_of(known.pop(next(iter(known)), None))


def bytes_of(patch: Patch | None) -> int:
    return 0 if patch is None else 4 * patch.image.width * patch.image.height


# -- split ----------------------------------------------------------------------------------------
def split(above: str) -> tuple[str, list[str]]:
    """Split markup into (its definitions, its pieces in drawing order)."""
    root = ElementTree.fromstring(f'<svg xmlns="{SVG.strip("{}")}">{above}</svg>')  # noqa: S314
    defined = "".join(written(child) for child in root if child.tag == f"{SVG}defs")
    return defined, [piece for child in root if child.tag != f"{SVG}defs" for piece in parts(child)]


def parts(element: ElementTree.Element) -> Iterator[str]:
    """Yield the pieces of an element: itself, or those of its children with the group's attributes."""
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
    """Return an element as markup, without titles, descriptions and data attributes."""
    for inner in element.iter():
        for child in [child for child in inner if child.tag in UNDRAWN]:
            inner.remove(child)
        for name in [name for name in inner.attrib if name.startswith("data-")]:
            del inner.attrib[name]
    element.tail = None
    return ElementTree.tostring(element, encoding="unicode")


# -- drawn ----------------------------------------------------------------------------------------
def draw(sheet: Sheet, symbols: str, pieces: list[str]) -> list[Patch | None]:
    """Return a patch for each piece, None for one without ink."""
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
    """Return where each piece lies, found in small renderings beneath each other; text would vanish at a size that does for the rest."""
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
    """Return a place for each box on a sheet of this width, in rows from the tallest to the lowest, and the sheet's size."""
    places = [(0, 0)] * len(boxes)
    x, y, row = 0, 0, 0
    for index in sorted(range(len(boxes)), key=lambda index: boxes[index][1] - boxes[index][3]):
        left, top, right, bottom = boxes[index]
        if x + right - left > wide:
            x, y, row = 0, y + row, 0
        places[index] = (x, y)
        x, row = x + right - left, max(row, bottom - top)
    return places, (wide, max(1, y + row))
