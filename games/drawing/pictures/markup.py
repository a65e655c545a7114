"""Split the markup above a chart into pieces that can be rendered separately."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring  # parses only our own drawings

PASSED_ON = frozenset({"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-family", "font-size",
                       "font-style", "font-weight", "text-anchor"})  # fmt: skip
"""The attributes that a group passes on. A group with no other attributes is shorthand: its children are separate pieces."""
UNDRAWN = frozenset({"title", "desc"})
NUMBER = re.compile(r"-?\d*\.?\d+")
MOVED = re.compile(rf"translate\(({NUMBER.pattern}) ({NUMBER.pattern})\) ?")
SCALED = re.compile(rf"scale\(({NUMBER.pattern})\)")
PLACED = frozenset({"use", "text", "rect"})
"""Elements whose position is the point (x, y)."""
PLAIN = frozenset({"font-size", "font-style", "font-weight", "text-anchor", "fill"})
"""The attributes of plain text. Pillow draws it, without the renderer, because the site's font is neither bold nor italic."""
FROM_LEFT = re.compile("[ -~\xa0-\u02ff\u2013-\u2026\u25c0\xd7]+")
"""A pattern for text of characters that every font sets side by side, from left to right."""
ANCHORS = frozenset({"start", "middle", "end"})
INK = re.compile("#[0-9a-f]{6}")


class Words(NamedTuple):
    """A line of text. `size` is in pixels at drawing scale 1."""

    text: str
    size: float
    anchor: str
    ink: str


class Piece(NamedTuple):
    """A piece of markup. If it `moves`, its drawing is around (0, 0) and its position is (x, y). Otherwise it is drawn in place."""

    drawn: str | Words
    x: float = 0
    y: float = 0
    moves: bool = False


class Within(NamedTuple):
    """The context of an element: inherited attributes, enclosing tags, position and scale."""

    given: Mapping[str, str]
    before: str = ""
    after: str = ""
    x: float = 0
    y: float = 0
    scale: float = 1
    moves: bool = False

    def moved_to(self, place: tuple[float, float] | None) -> "Within":
        if place is None:
            return self
        return self._replace(x=self.x + self.scale * place[0], y=self.y + self.scale * place[1], moves=True)

    def group(self, element: Element) -> "Within":
        scaled = SCALED.fullmatch(element.get("transform", ""))
        before, after = f"{self.before}<g{attributes(element)}>", f"</g>{self.after}"
        scale = self.scale * float(scaled[1]) if scaled else self.scale
        given = {name: value for name, value in element.attrib.items() if name != "transform"}
        return self._replace(given={**self.given, **given}, before=before, after=after, scale=scale)


def split(above: str, anchor: str = "start") -> tuple[str, list[Piece]]:
    """Split markup into (definitions, pieces in drawing order). `anchor` is the default text anchor."""
    root = fromstring(f"<svg>{above}</svg>")  # noqa: S314
    defined = "".join(written(child) for child in root if child.tag == "defs")
    whole = Within({"text-anchor": anchor})
    return defined, [piece for child in root if child.tag != "defs" for piece in parts(child, whole)]


def parts(element: Element, within: Within) -> Iterator[Piece]:
    """Yield the pieces of an element: the element itself, or its children's pieces."""
    if element.tag in UNDRAWN:
        return
    for name in [name for name in element.attrib if name.startswith("data-")]:
        del element.attrib[name]
    place = place_of(element)
    here = within.moved_to(place)
    names = element.attrib.keys() - PASSED_ON
    only_scales = names == {"transform"} and here.moves and SCALED.fullmatch(element.attrib["transform"])
    if element.tag == "g" and (not names or only_scales):  # the group only passes on attributes and a scale
        inside = here.group(element)
        for child in element:
            yield from parts(child, inside)
        return
    words = words_of(element, {**here.given, **element.attrib}, here.scale) if place and element.tag == "text" else None
    yield Piece(words or f"{here.before}{written(element)}{here.after}", here.x, here.y, here.moves)


def words_of(element: Element, attributes: Mapping[str, str], scale: float) -> Words | None:
    """Return the words of a text element with the given attributes, or None unless the text is one plain line."""
    text, size = " ".join((element.text or "").split()), number(attributes.get("font-size", ""))
    plain = PLAIN.issuperset(attributes) and not len(element) and FROM_LEFT.fullmatch(text) and INK.fullmatch(attributes.get("fill", ""))
    return (
        Words(text, size * scale, attributes["text-anchor"], attributes["fill"])
        if plain and size and attributes["text-anchor"] in ANCHORS
        else None
    )


def place_of(element: Element) -> tuple[float, float] | None:
    """Remove the position of an element and return it. Change nothing and return None if it is not given in plain numbers."""
    attributes, moved = element.attrib, MOVED.match(element.get("transform", ""))
    if moved:
        rest = attributes.pop("transform")[moved.end() :]
        attributes.update({"transform": rest} if rest else {})
        return float(moved[1]), float(moved[2])
    if element.tag not in PLACED or "transform" in attributes:
        return None
    x, y, down = (number(attributes.get(name, "0")) for name in ("x", "y", "dy"))
    if x is None or y is None or down is None:
        return None
    for name in ("x", "y", "dy"):
        attributes.pop(name, None)
    return x, y + down


def number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None


def written(element: Element) -> str:
    """Return an element as markup, without titles, descriptions and data attributes."""
    inner = "".join([written(child) + escape(child.tail or "", quote=False) for child in element if child.tag not in UNDRAWN])
    return f"<{element.tag}{attributes(element)}>{escape(element.text or '', quote=False)}{inner}</{element.tag}>"


def attributes(element: Element) -> str:
    return "".join([f' {name}="{escape(value)}"' for name, value in element.attrib.items() if not name.startswith("data-")])
