"""The colours of a sea chart: by name for pages, whose stylesheet has day and night, or as values for pictures that stand alone."""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Ink:
    """One set of colours. `ports` are those of the harbours, clockwise; `font` is for labels."""

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


def printed(ports: tuple[str, ...]) -> Ink:
    """Return day colours as values."""
    return Ink(ports=ports)


def by_name(count: int) -> Ink:
    """Return custom properties of the stylesheet: --c-sea, --c-ink …, and --c-p0 onwards for the harbours."""
    named: dict[str, Any] = {field.name: f"var(--c-{field.name})" for field in fields(Ink)}
    return Ink(**named | {"ports": tuple(f"var(--c-p{port})" for port in range(count))})
