"""Draw cards and goods, beside the chart and ashore."""

from collections.abc import Sequence
from functools import cache

from games.kit import symbols
from games.kit.crew_game import cards
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.grid import frame_of
from games.kit.crew_game.quays import Quay, draw_caption, draw_docks, draw_home_sign, draw_zone
from games.kit.engraving import laid, pile
from games.kit.ink import Ink
from games.kit.sentences import counted_off
from games.kit.svg import Markup, safe
from games.kit.symbols import use

from .board import ISLE_NAMES, ISLES
from .cards import BACKS, CHANCE, NAMES, TEXTS, TREASURE, VALUE_CARDS, WORTH
from .chart import CHART
from .drawing_ink import PAGE, QUAYS
from .seen import View

CALLED = CREW_WORDS | {back: f"crew {number}" for back, number in BACKS.items()} | NAMES
"""Code of a card, a crew card's back or a piece -> its name."""
EMBLEM = {
    "squall": "wind", "breeze": "wind", "lee": "wind", "gulf": "wind", "crew": "crew", "deserters": "crew", "exchange": "crew",
    "brawl": "crew", "blood-money": "crew", "mutiny": "loss", "fever": "loss", "rations": "loss", "wave": "loss", "shift": "loss",
    "net": "loss", "cutter": "loss", "keep": "keep",
}  # fmt: skip


def listed(items: Sequence[str]) -> str:
    """Return goods in words, counting equal ones: "2 × gold bar, black 3"."""
    return counted_off(items, CALLED)


def goods_ashore(view: View, ink: Ink) -> str:
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port)) for q in QUAYS)
    return f'<g font-size="8" fill="{ink.ink}">{ports}{isles(view)}{pirate_island(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None) -> str:
    docks = draw_docks(q, view.docks[q.port], listed)
    if owner is None:
        return docks + draw_caption(q, q.zone, "trade only")
    return docks + draw_zone(q, view.public.zones[q.port], listed) + draw_home_sign(q, owner, view.public.totals[owner], ink)


def isles(view: View) -> str:
    parts = []
    for index, key in enumerate(ISLES):
        x, y, wide, high = frame_of(CHART, CHART.islands[key])
        lying = view.public.isles[index]
        inside = laid(lying, (x + 12, y + 15, wide - 16, high - 19), 11)
        parts.append(f'<g data-isle="{index}"><title>{ISLE_NAMES[index]}: {listed(lying) or "nothing"}</title>{inside}</g>')
    return "".join(parts)


def pirate_island(view: View, ink: Ink) -> str:
    public = view.public
    x0, y0, _, _ = frame_of(CHART, CHART.islands["pirate"])
    parts = []
    for place, kind in enumerate(TREASURE):
        x, count = x0 + 16 + 16 * place, public.treasure.get(kind, 0)
        faded = "" if count else ' opacity=".35"'
        parts.append(f'<g data-left="{kind}"{faded}>{use(kind, x, y0 + 26)}<text x="{x:g}" y="{y0 + 39:g}">{count}</text></g>')
    words = safe("Pirate Island: " + ", ".join(f"{public.treasure.get(kind, 0)} {NAMES[kind]}" for kind in TREASURE))
    piles = pile(ink, x0 + 20, y0 + 51, public.chance_pile, "chance") + pile(ink, x0 + 48, y0 + 51, public.crew_pile, "crew")
    small = (
        f'<text x="{x0 + 27:g}" y="{y0 + 63:g}" font-size="6">chance</text><text x="{x0 + 54:g}" y="{y0 + 63:g}" font-size="6">crew</text>'
    )
    return f"<g><title>{words}; {public.chance_pile} chance cards, {public.crew_pile} crew cards</title>{''.join(parts)}{piles}{small}</g>"


@cache
def defined(ink: Ink) -> str:
    treasure = symbols.gem(ink, "D") + symbols.gold_bar(ink, "G") + symbols.pearl(ink, "P") + symbols.barrel(ink, "M")
    sheets = "".join(symbols.sheet(ink, key, key in ("SP", "PP")) for key in VALUE_CARDS)
    return f"<defs>{treasure}{symbols.crew_cards(ink)}{symbols.crew_backs(ink)}{sheets}{symbols.hulls(ink)}{symbols.discs(ink)}{symbols.marks(ink)}</defs>"


def sheet() -> Markup:
    """Return the SVG symbols of goods and cards, for a page that shows goods without a chart."""
    return cards.defined(defined(PAGE))


def goods(items: Sequence[str]) -> Markup:
    """Draw a row of pieces and cards, each with its name and worth as a tooltip and for screen readers."""
    return cards.row(map(token, items))


@cache
def token(item: str) -> str:
    words = f"{CALLED[item]}, worth {WORTH[item]}"
    key = symbols.PREFIX + item.replace("?", "back-")
    return (
        f'<li title="{safe(words)}"><svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{key}"/></svg>'
        f'<span class="unseen">{safe(words)}</span></li>'
    )


def hand(view: View) -> Markup:
    return cards.draw_hand(view, ", one less after a turn")


def chance_card(number: int) -> Markup:
    card = CHANCE[number]
    return cards.chance_face(number, EMBLEM.get(card.do, "gain"), card.title, TEXTS[number])
