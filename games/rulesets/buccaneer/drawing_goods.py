"""Pictures of goods and cards, on the chart and beside it."""

from collections.abc import Sequence
from functools import cache

from games.kit.crew_game import cards
from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.quays import Quay, draw_caption, draw_docks, draw_home_sign, draw_zone
from games.kit.engraving import laid, pile
from games.kit.ink import Ink
from games.kit.sentences import counted_off
from games.kit.svg import Markup, safe
from games.kit.symbols import PREFIX, use

from .card_texts import face
from .cards import CHANCE, MONEY, NAMES, TREASURE
from .drawing_sea import quays, shift, shifted
from .drawing_symbols import PAGE, symbols
from .editions import Edition
from .seen import View

CALLED = CREW_WORDS | NAMES
"""Card or piece -> its name in words."""


def listed(items: Sequence[str]) -> str:
    return counted_off(items, CALLED)


def goods_ashore(view: View, ink: Ink) -> str:
    """Draw the goods at docks, in safety zones and on Flat Island, and the piles."""
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port)) for q in quays(view.public.sea))
    return f'<g font-size="8" fill="{ink.ink}">{ports}{flat(view)}{piles(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None) -> str:
    public = view.public
    docks = draw_docks(q, public.docks[q.port], listed)
    if owner is None:
        return docks + draw_caption(q, q.zone, "trading only")
    return docks + draw_zone(q, public.zones[q.port], listed) + draw_home_sign(q, owner, public.totals[owner], ink)


def flat(view: View) -> str:
    dx, dy = shift(view.public.sea, "flat")
    return f'<g data-flat="1"><title>Flat Island: {listed(view.public.flat) or "nothing"}</title>{laid(view.public.flat, (45 + dx, 66 + dy, 50, 42))}</g>'


def piles(view: View, ink: Ink) -> str:
    public = view.public
    parts = []
    for place, kind in enumerate(TREASURE):
        x, count = 234 + 13 * place, public.treasure.get(kind, 0)
        faded = "" if count else ' opacity=".35"'
        parts.append(f'<g data-left="{kind}"{faded}>{use(kind, x, 253)}<text x="{x}" y="266">{count}</text></g>')
    words = safe("Treasure Island: " + ", ".join(f"{public.treasure.get(kind, 0)} {NAMES[kind]}" for kind in TREASURE))
    chance, crew = pile(ink, 254, 283, public.chance_pile, "chance"), pile(ink, 442, 433, public.crew_pile, "crew")
    at_treasure = f"<g><title>{words}; {public.chance_pile} chance cards</title>{''.join(parts)}{chance}</g>"
    at_pirate = f"<g><title>Pirate Island: {public.crew_pile} crew cards</title>{crew}</g>"
    return shifted(public.sea, "treasure", at_treasure) + shifted(public.sea, "pirate", at_pirate)


EMBLEM = {
    "blown": "wind", "mud-bay": "wind", "cliff-creek": "wind", "home": "wind", "port-ahead": "wind", "press": "crew",
    "lose-to-ship": "loss", "lose-to-flat": "loss", "lose-best": "loss", "desert": "loss", "fever": "loss", "crew": "crew",
    "exchange": "crew", "blind": "crew", "keep": "keep",
}  # fmt: skip


def sheet() -> Markup:
    """Return the SVG symbols of goods and cards, for a page that uses them without a chart."""
    return cards.defined(symbols(PAGE))


def goods(items: Sequence[str], edition: Edition) -> Markup:
    """Draw a row of pieces and cards, each with its name and worth as a tooltip and for screen readers."""
    return cards.row(token(item, edition) for item in items)


@cache
def token(item: str, edition: Edition) -> str:
    words = CALLED[item] + (f", worth {edition.worth[item]}" if item in edition.worth else "")
    is_named = item == "LJ" or item in MONEY  # a newcomer cannot read initials on a picture, so show the name beside it
    return (
        f'<li title="{safe(words)}"><svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{PREFIX}{item}"/></svg>'
        f'<span class="{"goods-name" if is_named else "unseen"}">{safe(words)}</span></li>'
    )


def chance_card(number: int, edition: Edition) -> Markup:
    card = CHANCE[number]
    return cards.chance_face(number, EMBLEM.get(card.do, "gain"), card.title, face(number, edition))
