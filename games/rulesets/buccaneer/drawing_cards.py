"""Draw cards and goods beside the chart."""

from collections.abc import Sequence
from functools import cache

from games.kit.crew_game import cards
from games.kit.svg import Markup, safe
from games.kit.symbols import PREFIX

from .card_texts import face
from .cards import CHANCE, MONEY
from .drawing_goods import CALLED
from .drawing_ink import PAGE
from .drawing_symbols import symbols
from .edition import Edition
from .seen import View

EMBLEM = {
    "blown": "wind", "mud-bay": "wind", "cliff-creek": "wind", "home": "wind", "port-ahead": "wind", "press": "crew",
    "lose-to-ship": "loss", "lose-to-flat": "loss", "lose-best": "loss", "desert": "loss", "fever": "loss", "crew": "crew",
    "exchange": "crew", "blind": "crew", "keep": "keep",
}  # fmt: skip


def sheet() -> Markup:
    """Return the symbols of goods and cards, for a page that shows some without a chart."""
    return cards.defined(symbols(PAGE))


def goods(items: Sequence[str], edition: Edition) -> Markup:
    """Draw a row of pieces and cards: each a picture with its name and worth as a tooltip and for screen readers."""
    return cards.row(token(item, edition) for item in items)


@cache
def token(item: str, edition: Edition) -> str:
    """Draw one piece with its name and worth."""
    words = CALLED[item] + (f", worth {edition.worth[item]}" if item in edition.worth else "")
    is_named = item == "LJ" or item in MONEY  # a newcomer cannot read initials on a picture, so show the name beside it
    return (
        f'<li title="{safe(words)}"><svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{PREFIX}{item}"/></svg>'
        f'<span class="{"goods-name" if is_named else "unseen"}">{safe(words)}</span></li>'
    )


def hand(view: View) -> Markup:
    """Draw the reader's own crew, with its strengths in words."""
    return cards.draw_hand(view)


def chance_card(number: int, edition: Edition) -> Markup:
    """Draw the face of a chance card: its number, its name and its effect."""
    card = CHANCE[number]
    return cards.chance_face(number, EMBLEM.get(card.do, "gain"), card.title, face(number, edition))
