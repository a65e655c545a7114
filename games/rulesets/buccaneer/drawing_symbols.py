"""The colours and repeated symbols of the chart, and the width of its frame."""

from functools import cache

from games.kit import symbols as shared
from games.kit.ink import Ink, by_name

EDGE = 33

PRINT = Ink(ports=("#2f7d4c", "#5aa7d6", "#7a4c9e", "#e2852a", "#e9c93a", "#e58fb0", "#85572f", "#bd352a"))
"""The day colours as values, for standalone pictures. The colours of the harbours follow the order of `sea.COLOURS`."""

PAGE = by_name(len(PRINT.ports))
"""The colours by name, for pages, whose stylesheet defines day and night colours."""

KEPT_CARDS = (("LJ", False), ("DB", True), ("PE", True), ("K1", False), ("K2", False))
"""(code of a kept chance card, whether its symbol has a coin)."""


@cache
def symbols(ink: Ink) -> str:
    treasure = shared.gem(ink, "D") + ruby(ink) + shared.gold_bar(ink, "G") + pearls(ink) + shared.barrel(ink, "M")
    sheets = "".join(shared.sheet(ink, key, coin) for key, coin in KEPT_CARDS)
    return f"<defs>{treasure}{shared.crew_cards(ink)}{sheets}{shared.hulls(ink)}{shared.discs(ink)}</defs>"


def ruby(ink: Ink) -> str:
    """Draw a square-cut stone, so that a ruby differs from a diamond even without colour."""
    facets = "M-2.2-2.2H2.2V2.2H-2.2ZM-4-2-2.2-2.2M4-2 2.2-2.2M4 2 2.2 2.2M-4 2-2.2 2.2"
    return shared.group(
        "U",
        f'<path d="M-2-4.4H2L4.4-2V2L2 4.4H-2L-4.4 2V-2Z" fill="{ink.red}"/>'
        f'<path d="{facets}" fill="none" stroke="{ink.paper}" stroke-width=".6"/>',
        shared.pen(ink),
    )


def pearls(ink: Ink) -> str:
    balls = "".join(f'<circle {place} r="2.5" fill="{ink.paper}"/>' for place in ('cx="-2.2" cy="1.8"', 'cx="2.3" cy="1.8"', 'cy="-2"'))
    return shared.group("P", f'{balls}<path d="M-1.2-2.3a1.3 1.3 0 0 1 1-1.2" fill="none"/>', shared.pen(ink))
