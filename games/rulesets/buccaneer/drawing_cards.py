"""Cards and goods as they lie on the table beside the chart."""

from collections.abc import Sequence

from games.kit.crew import VALUE, fighting, sailing
from games.kit.svg import Markup, safe

from .card_texts import face
from .cards import CHANCE, MONEY
from .drawing_goods import COLOURS, item_name
from .drawing_ink import PAGE
from .drawing_symbols import PREFIX, symbols
from .edition import Edition
from .seen import View

EMBLEMS = {
    "wind": "M6 22c8-4 16 4 26 0s14-10 8-13-9 4-4 6M6 30c10-3 20 4 32 0M10 38c8-3 14 3 22 0s12 6 6 8",
    "loss": "M4 34c5-6 9-6 14 0s9 6 14 0 9-6 14 0M4 42c5-6 9-6 14 0s9 6 14 0 9-6 14 0M25 6v20m-8-8 8 8 8-8",
    "gain": "M8 22C8 10 14 8 25 8s17 2 17 14M6 22H44V42H6ZM6 30H44M25 27a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
    "crew": "M17 18a6 6 0 1 1 .1 0M33 18a6 6 0 1 1 .1 0M6 42c0-12 5-17 11-17s8 5 8 8c0-3 2-8 8-8s11 5 11 17",
    "keep": "M10 10c4-3 4 3 8 0h22v30c-4 3-4-3-8 0H10ZM16 18h16M16 24h18M16 30h12M34 34l6 6m0-6-6 6",
}
EMBLEM = {
    "blown": "wind", "mud-bay": "wind", "cliff-creek": "wind", "home": "wind", "port-ahead": "wind", "press": "crew",
    "lose-to-ship": "loss", "lose-to-flat": "loss", "lose-best": "loss", "desert": "loss", "fever": "loss", "crew": "crew",
    "exchange": "crew", "blind": "crew", "keep": "keep",
}  # fmt: skip


def sheet() -> Markup:
    """The symbols of goods and cards, for a page that shows some but has no chart."""
    return Markup(f'<svg class="chart-symbols" width="0" height="0" aria-hidden="true" focusable="false">{symbols(PAGE)}</svg>')


def goods(items: Sequence[str], edition: Edition) -> Markup:
    """A row of pieces and cards: a picture each, with its name and worth for those who hover or listen."""
    return (
        Markup(f'<ul class="goods">{"".join(token(item, edition) for item in items)}</ul>')
        if items
        else Markup('<p class="goods goods-none">nothing</p>')
    )


def token(item: str, edition: Edition) -> str:
    """One piece."""
    words = item_name(item) + (f", worth {edition.worth[item]}" if item in edition.worth else "")
    kept = item == "LJ" or item in MONEY  # initials on a picture say nothing to a newcomer: the name stands beside it
    return (
        f'<li title="{safe(words)}"><svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{PREFIX}{item}"/></svg>'
        f'<span class="{"goods-name" if kept else "unseen"}">{safe(words)}</span></li>'
    )


def hand(view: View) -> Markup:
    """One's own crew, with what it can do in words."""
    if view.seat is None:
        return Markup("")
    cards = "".join(map(crew_card, view.hand)) or '<li class="crew-none">Nobody is left aboard.</li>'
    fresh = ""
    if view.fresh:
        fresh = f'<p>Drawn, but not yet yours:</p><ul class="hand">{"".join(map(crew_card, view.fresh))}</ul>'
    return Markup(f'<div class="hand-box"><ul class="hand">{cards}</ul>{fresh}<p class="hand-words">{strength(view)}</p></div>')


def crew_card(card: str) -> str:
    """One crew card: black solid, red open, with its number."""
    colour, number = COLOURS[card[0]], card[1]
    return (
        f'<li class="crew-card crew-{colour}"><span class="crew-number">{number}</span>'
        f'<svg viewBox="0 0 50 50" aria-hidden="true"><path d="{BADGES[colour]}"/></svg><span class="crew-colour">{colour}</span></li>'
    )


BADGES = {
    "black": "M6 44 38 10l6-4-3 7L9 46M44 44 12 10 6 6l3 7 32 33M4 36l10 10M46 36 36 46",
    "red": "M25 4c10 8 14 16 14 24a14 14 0 0 1-28 0C11 20 15 12 25 4ZM25 20v22M16 31h18",
}


def strength(view: View) -> str:
    """Both strengths, and how they come about."""
    black = sum(VALUE[card] for card in view.hand if card[0] == "B")
    red = sum(VALUE[card] for card in view.hand if card[0] == "R")
    far = sailing(view.hand)
    return (
        f"Sailing strength <b>{far}</b>: up to {far} {'square' if far == 1 else 'squares'}. "
        f"Fighting strength <b>{fighting(view.hand)}</b>: black {black} against red {red}."
    )


def chance_card(number: int, edition: Edition) -> Markup:
    """The face of a chance card: its number, its name, what it does."""
    card = CHANCE[number]
    emblem = EMBLEMS[EMBLEM.get(card.do, "gain")]
    return Markup(
        f'<article class="chance-card" aria-label="Chance card {number}"><svg viewBox="0 0 50 50" aria-hidden="true"><path d="{emblem}"/></svg>'
        f'<p class="chance-number">Chance {number}</p><h3>{safe(card.title)}</h3><p>{safe(face(number, edition))}</p></article>'
    )
