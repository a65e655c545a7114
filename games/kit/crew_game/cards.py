"""Cards beside the chart: emblems of chance cards, crew cards, and a hand in words."""

from collections.abc import Iterable
from typing import Any

from games.kit.svg import Markup, safe

from .crew import COLOURS, fighting, sailing

EMBLEMS = {
    "wind": "M6 22c8-4 16 4 26 0s14-10 8-13-9 4-4 6M6 30c10-3 20 4 32 0M10 38c8-3 14 3 22 0s12 6 6 8",
    "loss": "M4 34c5-6 9-6 14 0s9 6 14 0 9-6 14 0M4 42c5-6 9-6 14 0s9 6 14 0 9-6 14 0M25 6v20m-8-8 8 8 8-8",
    "gain": "M8 22C8 10 14 8 25 8s17 2 17 14M6 22H44V42H6ZM6 30H44M25 27a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
    "crew": "M17 18a6 6 0 1 1 .1 0M33 18a6 6 0 1 1 .1 0M6 42c0-12 5-17 11-17s8 5 8 8c0-3 2-8 8-8s11 5 11 17",
    "keep": "M10 10c4-3 4 3 8 0h22v30c-4 3-4-3-8 0H10ZM16 18h16M16 24h18M16 30h12M34 34l6 6m0-6-6 6",
}
BADGES = {
    "black": "M6 44 38 10l6-4-3 7L9 46M44 44 12 10 6 6l3 7 32 33M4 36l10 10M46 36 36 46",
    "red": "M25 4c10 8 14 16 14 24a14 14 0 0 1-28 0C11 20 15 12 25 4ZM25 20v22M16 31h18",
}


def crew_card(card: str) -> str:
    colour, number = COLOURS[card[0]], card[1]
    return (
        f'<li class="crew-card crew-{colour}"><span class="crew-number">{number}</span>'
        f'<svg viewBox="0 0 50 50" aria-hidden="true"><path d="{BADGES[colour]}"/></svg><span class="crew-colour">{colour}</span></li>'
    )


def draw_hand(view: Any, after: str = "") -> Markup:
    """Draw the reader's own crew, new cards not yet in the hand, and both strengths; `after` is text after the sailing strength."""
    if view.seat is None:
        return Markup("")
    cards = "".join(map(crew_card, view.hand)) or '<li class="crew-none">Nobody is left aboard.</li>'
    drawn = "".join(map(crew_card, view.fresh))
    more = f'<p>Drawn, but not yet yours:</p><ul class="hand">{drawn}</ul>' if drawn else ""
    black, red = (sailing(card for card in view.hand if card[0] == colour) for colour in "BR")
    far = sailing(view.hand)
    words = (
        f"Sailing strength <b>{far}</b>: up to {far} {'square' if far == 1 else 'squares'}{after}. "
        f"Fighting strength <b>{fighting(view.hand)}</b>: black {black} against red {red}."
    )
    return Markup(f'<div class="hand-box"><ul class="hand">{cards}</ul>{more}<p class="hand-words">{words}</p></div>')


def chance_face(number: int, emblem: str, title: str, text: str) -> Markup:
    words = f'<p class="chance-number">Chance {number}</p><p class="card-title">{safe(title)}</p><p>{safe(text)}</p>'
    return Markup(
        f'<article class="chance-card" aria-label="Chance card {number}"><svg viewBox="0 0 50 50" aria-hidden="true">'
        f'<path d="{EMBLEMS[emblem]}"/></svg>{words}</article>'
    )


def defined(symbols: str) -> Markup:
    """Return the SVG symbols of goods and cards, for a page that uses them without a chart."""
    return Markup(f'<svg class="chart-symbols" width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>')


def row(tokens: Iterable[str]) -> Markup:
    pieces = "".join(tokens)
    return Markup(f'<ul class="goods">{pieces}</ul>' if pieces else '<p class="goods goods-none">nothing</p>')
