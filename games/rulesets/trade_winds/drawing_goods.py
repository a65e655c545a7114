"""What lies on land: docks, safety zones, the two islands, Pirate Island's treasure and the piles."""

from collections.abc import Sequence

from games.kit.crew_game.crew import CREW_WORDS
from games.kit.engraving import Frame, laid, pile
from games.kit.ink import Ink
from games.kit.sentences import counted_off
from games.kit.svg import num, safe
from games.kit.symbols import PREFIX, use

from .board import HARBOURS, ISLE_NAMES, ISLES
from .cards import BACKS, NAMES, TREASURE
from .drawing_harbours import DOCKS, NAME, QUAYS, ZONE, Quay, turned
from .drawing_ink import frame_of
from .seen import View

CALLED = CREW_WORDS | {back: f"crew {number}" for back, number in BACKS.items()} | NAMES
"""A card or piece in words, crew by its back."""


def listed(items: Sequence[str]) -> str:
    """Goods as words, equal ones counted: "2 × gold bar, black 3"."""
    return counted_off(items, CALLED)


def goods(view: View, ink: Ink) -> str:
    """Everything ashore."""
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port)) for q in QUAYS)
    return f'<g font-size="8" fill="{ink.ink}">{ports}{isles(view)}{pirate_island(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None) -> str:
    """The docks and safety zone of one port, and who lives there."""
    port, here = q.port, HARBOURS[q.port].name
    docks, zone = q.box(DOCKS, 1), q.box(ZONE, -1)
    lying, safe_goods = view.docks[port], view.public.zones[port]
    parts = [
        f'<g data-docks="{port}"><title>{here}, docks: {listed(lying) or "empty"}</title>{laid(lying, docks) or caption(q, docks, "docks")}</g>'
    ]
    if owner is None:
        parts.append(caption(q, zone, "trade only"))
    else:
        parts.append(
            f'<g data-zone="{port}"><title>{here}, safety zone: {listed(safe_goods) or "empty"}</title>'
            f"{laid(safe_goods, zone) or caption(q, zone, 'safety zone')}</g>{home_sign(view, ink, q, owner)}"
        )
    return "".join(parts)


def home_sign(view: View, ink: Ink, q: Quay, owner: int) -> str:
    """The owner's number and the points brought home, to both sides of the port's name."""
    half = 3.6 * len(HARBOURS[q.port].name) + 8
    x, y = q.at(14, NAME)
    x1, y1 = x - half * q.reading[0], y - half * q.reading[1]
    x2, y2 = x + (half + 11) * q.reading[0], y + (half + 11) * q.reading[1]
    total = f"{view.public.totals[owner]} of 20"
    return (
        f'<use href="#{PREFIX}sign" x="{num(x1)}" y="{num(y1)}" fill="{ink.ports[q.port]}"/>'
        f'<text x="{num(x1)}" y="{num(y1 + 2.6)}" font-size="7" font-weight="bold" fill="{ink.dark}">{owner + 1}</text>'
        f'<text {turned(x2, y2, q)} dy="2.8" font-size="8" fill="{ink.soft}" data-total="{owner}">{total}</text>'
    )


def caption(q: Quay, box: Frame, words: str) -> str:
    """What an empty panel is for."""
    x, y, wide, high = box
    return f'<text {turned(x + wide / 2, y + high / 2, q)} dy="2.6" font-style="italic">{words}</text>'


def isles(view: View) -> str:
    """Goods washed up on Hispaniola and Norman Island."""
    parts = []
    for index, key in enumerate(ISLES):
        x, y, wide, high = frame_of(key)
        lying = view.public.isles[index]
        inside = laid(lying, (x + 12, y + 15, wide - 16, high - 19), 11)
        parts.append(f'<g data-isle="{index}"><title>{ISLE_NAMES[index]}: {listed(lying) or "nothing"}</title>{inside}</g>')
    return "".join(parts)


def pirate_island(view: View, ink: Ink) -> str:
    """Treasure left, chance cards and crew cards left, each with its number."""
    public = view.public
    x0, y0, _, _ = frame_of("pirate")
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
