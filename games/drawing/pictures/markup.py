"""The markup of what lies on a chart, cut into pieces."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring  # parses only our own drawings

PASSED_ON = frozenset({"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-family", "font-size",
                       "font-style", "font-weight", "text-anchor"})  # fmt: skip
"""A group with these attributes only is shorthand: its children are pieces of their own."""
UNDRAWN = frozenset({"title", "desc"})
NUMBER = re.compile(r"-?\d*\.?\d+")
MOVED = re.compile(rf"translate\(({NUMBER.pattern}) ({NUMBER.pattern})\) ?")
SCALED = re.compile(rf"scale\(({NUMBER.pattern})\)")
PLACED = frozenset({"use", "text", "rect"})
"""These lie at the point (x, y)."""
PLAIN = frozenset({"font-size", "font-style", "font-weight", "text-anchor", "fill"})
"""Words with these attributes only are written, not rendered. Our one font is neither bold nor slanting."""
FROM_LEFT = re.compile("[ -~\xa0-\u02ff\u2013-\u2026\u25c0\xd7]+")
"""Words in signs that stand side by side, from left to right, in every font."""
ANCHORS = frozenset({"start", "middle", "end"})
INK = re.compile("#[0-9a-f]{6}")


class Words(NamedTuple):
    """A line of words, its size in the units of its drawing."""

    text: str
    size: float
    anchor: str
    ink: str


class Piece(NamedTuple):
    """One piece. If it `moves`, it is drawn around (0, 0), and lies at this point; else it lies where it is drawn."""

    drawn: str | Words
    x: float = 0
    y: float = 0
    moves: bool = False


class Within(NamedTuple):
    """What surrounds an element: the attributes given by the tags before it, these tags, and where and how large it is drawn."""

    given: Mapping[str, str]
    before: str = ""
    after: str = ""
    x: float = 0
    y: float = 0
    scale: float = 1
    moves: bool = False

    def at(self, place: tuple[float, float] | None) -> "Within":
        """Return the same at a place in it, if one is named."""
        if place is None:
            return self
        return self._replace(x=self.x + self.scale * place[0], y=self.y + self.scale * place[1], moves=True)

    def group(self, element: Element) -> "Within":
        """Return what surrounds the children of a group that is here."""
        scaled = SCALED.fullmatch(element.get("transform", ""))
        before, after = f"{self.before}<g{attributes(element)}>", f"</g>{self.after}"
        scale = self.scale * float(scaled[1]) if scaled else self.scale
        given = {name: value for name, value in element.attrib.items() if name != "transform"}
        return self._replace(given={**self.given, **given}, before=before, after=after, scale=scale)


def split(above: str, anchor: str = "start") -> tuple[str, list[Piece]]:
    """Split markup into (its definitions, its pieces in drawing order). `anchor`: where words begin that do not say it."""
    root = fromstring(f"<svg>{above}</svg>")  # noqa: S314
    defined = "".join(written(child) for child in root if child.tag == "defs")
    whole = Within({"text-anchor": anchor})
    return defined, [piece for child in root if child.tag != "defs" for piece in parts(child, whole)]


def parts(element: Element, within: Within) -> Iterator[Piece]:
    """Yield the pieces of an element: itself, or those of its children."""
    if element.tag in UNDRAWN:
        return
    for name in [name for name in element.attrib if name.startswith("data-")]:
        del element.attrib[name]
    place = place_of(element)
    here = within.at(place)
    if is_shorthand(element, here.moves):
        inside = here.group(element)
        for child in element:
            yield from parts(child, inside)
        return
    words = words_of(element, {**here.given, **element.attrib}, here.scale) if place and element.tag == "text" else None
    yield Piece(words or f"{here.before}{written(element)}{here.after}", here.x, here.y, here.moves)


def is_shorthand(element: Element, moves: bool) -> bool:
    """Return whether the children of an element are pieces of their own: a group that passes on nothing but attributes and a scale."""
    names = element.attrib.keys() - PASSED_ON
    return element.tag == "g" and (
        not names or (names == {"transform"} and moves and SCALED.fullmatch(element.attrib["transform"]) is not None)
    )


def words_of(element: Element, given: Mapping[str, str], scale: float) -> Words | None:
    """Return the words of a text with these attributes; None if they do not stand in one plain line."""
    text, size = " ".join((element.text or "").split()), number(given.get("font-size", ""))
    plain = PLAIN.issuperset(given) and not len(element) and FROM_LEFT.fullmatch(text) and INK.fullmatch(given.get("fill", ""))
    return Words(text, size * scale, given["text-anchor"], given["fill"]) if plain and size and given["text-anchor"] in ANCHORS else None


def place_of(element: Element) -> tuple[float, float] | None:
    """Take its place from an element and return it; None, and it keeps it, if it names none in plain numbers."""
    given, moved = element.attrib, MOVED.match(element.get("transform", ""))
    if moved:
        rest = given.pop("transform")[moved.end() :]
        given.update({"transform": rest} if rest else {})
        return float(moved[1]), float(moved[2])
    if element.tag not in PLACED or "transform" in given:
        return None
    x, y, down = (number(given.get(name, "0")) for name in ("x", "y", "dy"))
    if x is None or y is None or down is None:
        return None
    for name in ("x", "y", "dy"):
        given.pop(name, None)
    return x, y + down


def number(text: str) -> float | None:
    """Return a plain number, None for anything else."""
    return float(text) if NUMBER.fullmatch(text) else None


def written(element: Element) -> str:
    """Return an element as markup, without titles, descriptions and data attributes."""
    inner = "".join([written(child) + escape(child.tail or "", quote=False) for child in element if child.tag not in UNDRAWN])
    return f"<{element.tag}{attributes(element)}>{escape(element.text or '', quote=False)}{inner}</{element.tag}>"


def attributes(element: Element) -> str:
    """Return the attributes of an element as markup."""
    return "".join([f' {name}="{escape(value)}"' for name, value in element.attrib.items() if not name.startswith("data-")])
