"""Draw the goods on land: docks, safety zones, Flat Island and the piles."""

from collections.abc import Sequence

from games.kit.crew_game.crew import CREW_WORDS
from games.kit.crew_game.quays import Quay, draw_caption, draw_docks, draw_home_sign, draw_zone
from games.kit.engraving import laid, pile
from games.kit.ink import Ink
from games.kit.sentences import counted_off
from games.kit.svg import safe
from games.kit.symbols import use

from .cards import NAMES, TREASURE
from .drawing_harbours import quays
from .drawing_islands import shift, shifted
from .seen import View

CALLED = CREW_WORDS | NAMES
"""A card or piece in words."""


def listed(items: Sequence[str]) -> str:
    """Return goods in words, counting equal ones: "2 × gold, black 3"."""
    return counted_off(items, CALLED)


def goods(view: View, ink: Ink) -> str:
    """Draw everything ashore."""
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port)) for q in quays(view.public.sea))
    return f'<g font-size="8" fill="{ink.ink}">{ports}{flat(view)}{piles(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None) -> str:
    """Draw the docks and safety zone of one port, and its owner."""
    public = view.public
    docks = draw_docks(q, public.docks[q.port], listed)
    if owner is None:
        return docks + draw_caption(q, q.zone, "trading only")
    return docks + draw_zone(q, public.zones[q.port], listed) + draw_home_sign(q, owner, public.totals[owner], ink)


def flat(view: View) -> str:
    """Draw goods washed up on Flat Island."""
    dx, dy = shift(view.public.sea, "flat")
    return f'<g data-flat="1"><title>Flat Island: {listed(view.public.flat) or "nothing"}</title>{laid(view.public.flat, (45 + dx, 66 + dy, 50, 42))}</g>'


def piles(view: View, ink: Ink) -> str:
    """Draw the remaining treasure, chance cards and crew cards, each with its number."""
    public = view.public
    parts = []
    for place, kind in enumerate(TREASURE):
        x, count = 234 + 13 * place, public.treasure.get(kind, 0)
        faded = "" if count else ' opacity=".35"'
        parts.append(f'<g data-left="{kind}"{faded}>{use(kind, x, 253)}<text x="{x}" y="266">{count}</text></g>')
    words = safe("Treasure Island: " + ", ".join(f"{public.treasure.get(kind, 0)} {NAMES[kind]}" for kind in TREASURE))
    chance, crew = pile(ink, 254, 283, public.chance_pile, "chance"), pile(ink, 442, 433, public.crew_pile, "crew")
    return shifted(
        public.sea, "treasure", f"<g><title>{words}; {public.chance_pile} chance cards</title>{''.join(parts)}{chance}</g>"
    ) + shifted(public.sea, "pirate", f"<g><title>Pirate Island: {public.crew_pile} crew cards</title>{crew}</g>")
