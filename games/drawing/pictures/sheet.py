"""Where a drawing lies in its own units, and how its parts are drawn alone in exactly the same place."""

import re
from math import ceil, floor
from typing import NamedTuple

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
CRISP = ' shape-rendering="crispEdges" text-rendering="optimizeSpeed"'
"""No shades at edges: a third fewer bytes. On a picture that is wider than it is shown, the eye makes the shades."""
THIN = re.compile(r'(?<= stroke-width=")[\d.]+')
SEEN = 1.02
"""Pixels. A crisp line that is thinner falls between them here and there."""


class Sheet(NamedTuple):
    """A drawing of `width` pixels: its view box, and what its <svg> tag says of everything in it (font, anchor)."""

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
        """In pixels."""
        return self.width, round(self.high * self.scale)

    def window(self, inside: str, box: Box, at: tuple[int, int] = (0, 0)) -> str:
        """What lies in this box of the drawing, put at a place of another one; pixels fall on pixels.

        It is cut off at the edges of the sheet where it reaches them; elsewhere it lies within the box anyway.
        """
        left, top, right, bottom = box
        moved = f"translate({at[0] - left} {at[1] - top}) scale({self.scale}) translate({-self.x} {-self.y})"
        if left > 0 and top > 0 and (right, bottom) < self.size and bottom < self.size[1]:
            return f'<g transform="{moved}">{inside}</g>'
        place = f'x="{at[0]}" y="{at[1]}" width="{right - left}" height="{bottom - top}"'
        return f'<svg {place} viewBox="{at[0]} {at[1]} {right - left} {bottom - top}"><g transform="{moved}">{inside}</g></svg>'

    def small(self, inside: str, row: int) -> str:
        """The whole drawing as one of many beneath each other."""
        down = row * self.size[1]
        return f'<g transform="translate(0 {down}) scale({self.scale}) translate({-self.x} {-self.y})">{inside}</g>'

    def alone(self, inside: str, size: tuple[int, int]) -> str:
        """A drawing of so many pixels, whose parts look as they do on this sheet."""
        return self.drawing(f'width="{size[0]}" height="{size[1]}"', inside)

    def whole(self, inside: str) -> str:
        """All of it."""
        wide, high = self.size
        view = f"{self.x} {self.y} {self.wide} {high / self.scale}"
        return self.drawing(f'width="{wide}" height="{high}" viewBox="{view}" preserveAspectRatio="none"', inside)

    def drawing(self, frame: str, inside: str) -> str:
        """Markup complete in itself."""
        if not self.crisp:
            return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {self.style}>{inside}</svg>'
        inside = THIN.sub(lambda found: f"{max(float(found[0]), SEEN / self.scale):.3g}", inside)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {self.style}{CRISP}>{inside}</svg>'

    def found(self, box: Box, coarse: "Sheet") -> Box:
        """The box of this sheet that surely holds what lies in `box` of a coarse one."""
        left, top, right, bottom = box
        ratio = self.scale / coarse.scale
        wide, high = self.size
        return (
            max(0, floor((left - 1) * ratio)), max(0, floor((top - 1) * ratio)),
            min(wide, ceil((right + 1) * ratio)), min(high, ceil((bottom + 1) * ratio)),
        )  # fmt: skip


def sheet_of(opening: str, width: int, less: float = 0, crisp: bool = False) -> Sheet:
    """Read from an <svg> tag, less the lowest so many units."""
    given = dict(re.findall(r'([\w-]+)="([^"]*)"', opening))
    style = " ".join(f'{name}="{given[name]}"' for name in ("font-family", "text-anchor") if name in given)
    x, y, wide, high = map(float, given["viewBox"].split())
    return Sheet(x, y, wide, high - less, style, width, crisp)
