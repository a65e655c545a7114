"""The colours of a sea chart: by name for pages, whose stylesheet has day and night colours, or as values for standalone pictures."""

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Ink:
    """One set of colours. `ports` holds the colours of the harbours, clockwise; `font` is the font of labels."""

    sea: str = "#f3ead2"
    wash: str = "#cddccb"
    land: str = "#e6d3a5"
    sand: str = "#efe0b4"
    high: str = "#c9b27c"
    line: str = "#6f5a38"
    fine: str = "#b9a77d"
    grid: str = "#cbbb93"
    ink: str = "#34261a"
    soft: str = "#5a4830"
    paper: str = "#fffaec"
    dark: str = "#2b2018"
    red: str = "#a3271b"
    gem: str = "#2f86a8"
    gold: str = "#d9a521"
    rum: str = "#8a5527"
    leaf: str = "#5c7a45"
    mark: str = "#0f5f78"
    risk: str = "#9c3a12"
    font: str = "DejaVu Sans"
    ports: tuple[str, ...] = ()


NIGHT = {
    "sea": "#14222b", "wash": "#1c3540", "land": "#3b3527", "sand": "#474031", "high": "#5d5440", "line": "#a08d66", "fine": "#3f5560",
    "grid": "#2b404b", "ink": "#e6d9bb", "soft": "#c6b692", "leaf": "#6f9160", "mark": "#7fd0e6", "risk": "#ff9d6b",
}  # fmt: skip
"""The colours that differ at night, as in static/css/board.css."""
BOTH = {getattr(Ink(), name): f"light-dark({getattr(Ink(), name)},{night})" for name, night in NIGHT.items()}


def by_day_and_night(drawn: str) -> str:
    """Return an SVG drawn in day colours as one that follows the colour scheme of the page: day colours if light, night colours if dark."""
    return re.sub("#[0-9a-f]{6}", lambda match: BOTH.get(match[0], match[0]), drawn).replace(
        "<svg ", '<svg style="color-scheme:light dark" ', 1
    )


def by_name(count: int) -> Ink:
    """Return an Ink whose colours are custom properties of the stylesheet: --c-sea, --c-ink …, and --c-p0 and up for the harbours."""
    named: dict[str, Any] = {field.name: f"var(--c-{field.name})" for field in fields(Ink)}
    return Ink(**named | {"ports": tuple(f"var(--c-p{port})" for port in range(count))})
