"""What lies on land: docks, safety zones, Flat Island and the piles."""

from collections.abc import Sequence

from games.kit.crew_game.crew import CREW_WORDS
from games.kit.engraving import Frame, laid, pile
from games.kit.sentences import counted_off
from games.kit.svg import num, safe
from games.kit.symbols import PREFIX, use

from .cards import NAMES, TREASURE
from .drawing_harbours import DOCKS, NAME, Quay, quays, turned
from .drawing_ink import Ink
from .drawing_islands import shift, shifted
from .seen import View

CALLED = CREW_WORDS | NAMES
"""A card or piece in words."""


def listed(items: Sequence[str]) -> str:
    """Goods as words, equal ones counted: "2 × gold, black 3"."""
    return counted_off(items, CALLED)


def goods(view: View, ink: Ink, names: Sequence[str] = ()) -> str:
    """Everything ashore."""
    owners = {home: seat for seat, home in enumerate(view.public.homes) if seat not in view.public.gone}
    ports = "".join(port_goods(view, ink, q, owners.get(q.port), names) for q in quays(view.public.sea))
    return f'<g font-size="8" fill="{ink.ink}">{ports}{flat(view)}{piles(view, ink)}</g>'


def port_goods(view: View, ink: Ink, q: Quay, owner: int | None, names: Sequence[str]) -> str:
    """The docks and safety zone of one port, and who lives there."""
    port, public = q.port, view.public
    docks, zone = q.box(DOCKS, 1), q.box(q.zone, -1)
    parts = [
        f'<g data-docks="{port}"><title>{q.name}, docks: {listed(public.docks[port]) or "empty"}</title>'
        f"{laid(public.docks[port], docks) or caption(q, docks, 'docks')}</g>"
    ]
    if owner is None:
        parts.append(caption(q, zone, "trading only"))
    else:
        parts.append(
            f'<g data-zone="{port}"><title>{q.name}, safety zone: {listed(public.zones[port]) or "empty"}</title>'
            f"{laid(public.zones[port], zone) or caption(q, zone, 'safety zone')}</g>{home_sign(view, ink, q, owner, names)}"
        )
    return "".join(parts)


def home_sign(view: View, ink: Ink, q: Quay, owner: int, names: Sequence[str]) -> str:
    """The owner's number and the points brought home, to both sides of the port's name."""
    half = 4.1 * len(q.name) + 8
    x, y = q.at(0, NAME - 23)
    x1, y1, x2, y2 = x - half * q.reading[0], y - half * q.reading[1], x + (half + 12) * q.reading[0], y + (half + 12) * q.reading[1]
    total = f"{view.public.totals[owner]} of 20"
    return (
        f'<use href="#{PREFIX}sign" x="{num(x1)}" y="{num(y1)}" fill="{ink.ports[q.paint]}"/>'
        f'<text x="{num(x1)}" y="{num(y1 + 2.6)}" font-size="7" font-weight="bold" fill="{ink.dark}">{owner + 1}</text>'
        f'<text {turned(x2, y2, q)} dy="2.8" font-size="8" fill="{ink.soft}" data-total="{owner}">{total}</text>'
    )


def caption(q: Quay, box: Frame, words: str) -> str:
    """What an empty panel is for."""
    x, y, wide, high = box
    return f'<text {turned(x + wide / 2, y + high / 2, q)} dy="2.6" font-style="italic">{words}</text>'


def flat(view: View) -> str:
    """Goods washed up on Flat Island."""
    dx, dy = shift(view.public.sea, "flat")
    return f'<g data-flat="1"><title>Flat Island: {listed(view.public.flat) or "nothing"}</title>{laid(view.public.flat, (45 + dx, 66 + dy, 50, 42))}</g>'


def piles(view: View, ink: Ink) -> str:
    """Treasure left, chance cards and crew cards left, each with its number."""
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
