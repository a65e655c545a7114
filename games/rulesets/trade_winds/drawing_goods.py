"""Draw the goods on land: docks, safety zones, the two islands, Pirate Island's treasure and the piles."""

from collections.abc import Sequence

from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.grid import frame_of
from games.kit.crew_game.quays import Quay, draw_caption, draw_docks, draw_home_sign, draw_zone
from games.kit.engraving import laid, pile
from games.kit.ink import Ink
from games.kit.sentences import counted_off
from games.kit.svg import safe
from games.kit.symbols import use

from .board import ISLE_NAMES, ISLES
from .cards import BACKS, NAMES, TREASURE
from .chart import CHART
from .drawing_harbours import QUAYS
from .seen import View

CALLED = CREW_WORDS | {back: f"crew {number}" for back, number in BACKS.items()} | NAMES
"""A card or piece in words, crew by its back."""


def listed(items: Sequence[str]) -> str:
    """Return goods in words, counting equal ones: "2 × gold bar, black 3"."""
    return counted_off(items, CALLED)


def goods(view: View, ink: Ink) -> str:
    """Draw everything ashore."""
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port)) for q in QUAYS)
    return f'<g font-size="8" fill="{ink.ink}">{ports}{isles(view)}{pirate_island(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None) -> str:
    """Draw the docks and safety zone of one port, and its owner."""
    docks = draw_docks(q, view.docks[q.port], listed)
    if owner is None:
        return docks + draw_caption(q, q.zone, "trade only")
    return docks + draw_zone(q, view.public.zones[q.port], listed) + draw_home_sign(q, owner, view.public.totals[owner], ink)


def isles(view: View) -> str:
    """Draw goods washed up on Hispaniola and Norman Island."""
    parts = []
    for index, key in enumerate(ISLES):
        x, y, wide, high = frame_of(CHART, CHART.islands[key])
        lying = view.public.isles[index]
        inside = laid(lying, (x + 12, y + 15, wide - 16, high - 19), 11)
        parts.append(f'<g data-isle="{index}"><title>{ISLE_NAMES[index]}: {listed(lying) or "nothing"}</title>{inside}</g>')
    return "".join(parts)


def pirate_island(view: View, ink: Ink) -> str:
    """Draw the remaining treasure, chance cards and crew cards, each with its number."""
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
