"""The coordinates of a drawing, and how its parts are drawn alone in exactly the same place."""

import re
from math import ceil, floor
from typing import NamedTuple

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
CRISP = ' shape-rendering="crispEdges" text-rendering="optimizeSpeed"'
"""No shades at edges: a third fewer bytes. A picture that is shown smaller than it is does not need them."""
THIN = re.compile(r'(?<= stroke-width=")[\d.]+')
SEEN = 1.02
"""The least width of a crisp line in pixels; a thinner one has gaps."""


class Sheet(NamedTuple):
    """A drawing of `width` pixels: its view box, and the style of its <svg> tag (font, anchor)."""

    x: float
    y: float
    wide: float
    high: float
    style: str
    width: int
    crisp: bool = False

    @property
    def scale(self) -> float:
        return self.width / self.wide

    @property
    def size(self) -> tuple[int, int]:
        """The size in pixels."""
        return self.width, round(self.high * self.scale)

    @property
    def frame(self) -> Box:
        """The edges of the drawing in pixels, as seen from the point (0, 0) of its coordinates."""
        left, top = self.pixel(0, 0)
        wide, high = self.size
        return -left, -top, wide - left, high - top

    @property
    def anchor(self) -> str:
        """Where words begin that do not say it."""
        return "middle" if 'text-anchor="middle"' in self.style else "start"

    @property
    def anywhere(self) -> "Sheet":
        """The same for all drawings at this scale, whatever part of its coordinates they show."""
        return self._replace(x=0, y=0, high=0)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point, as seen from the top left corner."""
        return round((x - self.x) * self.scale), round((y - self.y) * self.scale)

    def window(self, inside: str, box: Box, at: tuple[int, int], cut: bool = False) -> str:
        """Return what is drawn in a box around the point (0, 0), moved to place `at` of another drawing, with pixels on pixels.

        `cut`: without what lies beyond the edges of the sheet. All else lies within the box anyway.
        """
        left, top, right, bottom = box
        moved = f'<g transform="translate({at[0] - left} {at[1] - top}) scale({self.scale})">{inside}</g>'
        edges = self.frame
        if not cut or (left > edges[0] and top > edges[1] and right < edges[2] and bottom < edges[3]):
            return moved
        place = f'x="{at[0]}" y="{at[1]}" width="{right - left}" height="{bottom - top}"'
        return f'<svg {place} viewBox="{at[0]} {at[1]} {right - left} {bottom - top}">{moved}</svg>'

    def alone(self, inside: str, size: tuple[int, int]) -> str:
        """Return a drawing of this size in pixels, whose parts look as on this sheet."""
        return self.drawing(f'width="{size[0]}" height="{size[1]}"', inside)

    def whole(self, inside: str) -> str:
        """Return the whole drawing."""
        wide, high = self.size
        view = f"{self.x} {self.y} {self.wide} {high / self.scale}"
        return self.drawing(f'width="{wide}" height="{high}" viewBox="{view}" preserveAspectRatio="none"', inside)

    def drawing(self, frame: str, inside: str) -> str:
        """Return a complete SVG document."""
        if not self.crisp:
            return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {self.style}>{inside}</svg>'
        inside = THIN.sub(lambda found: f"{max(float(found[0]), SEEN / self.scale):.3g}", inside)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {self.style}{CRISP}>{inside}</svg>'

    def found(self, box: Box, coarse: "Sheet") -> Box:
        """Return a box of this sheet that is sure to contain what lies in `box` of a coarse one."""
        left, top, right, bottom = box
        ratio = self.scale / coarse.scale
        return floor((left - 1) * ratio), floor((top - 1) * ratio), ceil((right + 1) * ratio), ceil((bottom + 1) * ratio)


def sheet_of(opening: str, width: int, less: float = 0, crisp: bool = False) -> Sheet:
    """Return the sheet of an <svg> tag, without the lowest `less` units."""
    given = dict(re.findall(r'([\w-]+)="([^"]*)"', opening))
    style = " ".join(f'{name}="{given[name]}"' for name in ("font-family", "text-anchor") if name in given)
    x, y, wide, high = map(float, given["viewBox"].split())
    return Sheet(x, y, wide, high - less, style, width, crisp)
