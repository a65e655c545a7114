"""Draw cards and goods beside the chart."""

from collections.abc import Sequence
from functools import cache

from games.kit import symbols
from games.kit.crew_game import cards
from games.kit.ink import Ink
from games.kit.svg import Markup, safe

from .card_texts import TEXTS
from .cards import CHANCE, VALUE_CARDS, WORTH
from .drawing_goods import CALLED
from .drawing_ink import PAGE
from .seen import View

EMBLEM = {
    "squall": "wind", "breeze": "wind", "lee": "wind", "gulf": "wind", "crew": "crew", "deserters": "crew", "exchange": "crew",
    "brawl": "crew", "blood-money": "crew", "mutiny": "loss", "fever": "loss", "rations": "loss", "wave": "loss", "shift": "loss",
    "net": "loss", "cutter": "loss", "keep": "keep",
}  # fmt: skip


@cache
def defined(ink: Ink) -> str:
    """Return the <defs> of every symbol of this chart."""
    treasure = symbols.gem(ink, "D") + symbols.gold_bar(ink, "G") + symbols.pearl(ink, "P") + symbols.barrel(ink, "M")
    sheets = "".join(symbols.sheet(ink, key, key in ("SP", "PP")) for key in VALUE_CARDS)
    return f"<defs>{treasure}{symbols.crew_cards(ink)}{symbols.crew_backs(ink)}{sheets}{symbols.hulls(ink)}{symbols.discs(ink)}{symbols.marks(ink)}</defs>"


def sheet() -> Markup:
    """Return the symbols of goods and cards, for a page that shows some without a chart."""
    return cards.defined(defined(PAGE))


def goods(items: Sequence[str]) -> Markup:
    """Draw a row of pieces and cards: each a picture with its name and worth as a tooltip and for screen readers."""
    return cards.row(map(token, items))


@cache
def token(item: str) -> str:
    """Draw one piece."""
    words = f"{CALLED[item]}, worth {WORTH[item]}"
    key = symbols.PREFIX + item.replace("?", "back-")
    return (
        f'<li title="{safe(words)}"><svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{key}"/></svg>'
        f'<span class="unseen">{safe(words)}</span></li>'
    )


def hand(view: View) -> Markup:
    """Draw the reader's own crew, with its strengths in words."""
    return cards.draw_hand(view, ", one less after a turn")


def chance_card(number: int) -> Markup:
    """Draw the face of a chance card: its number, its name and its effect."""
    card = CHANCE[number]
    return cards.chance_face(number, EMBLEM.get(card.do, "gain"), card.title, TEXTS[number])
