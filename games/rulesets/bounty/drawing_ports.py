"""Draw the changing things ashore: each port's scroll with its fee and the cards left, and the temporary warship card."""

from games.kit.ink import Ink
from games.kit.svg import num, safe
from games.kit.symbols import use

from .board import PORTS
from .chart import ADMIRALTY, PORT_SQUARES
from .drawing_ink import SEA, corner, middle
from .drawing_sea import side
from .seen import View

WIDE, HIGH = 52, 22


def scrolls(view: View, ink: Ink) -> str:
    """Draw everything in the ports."""
    parts = "".join(scroll(view, ink, port) for port in range(len(PORTS)))
    return f'<g font-size="9" font-weight="bold" fill="{ink.dark}">{parts}</g>{warship_card(view, ink)}{chest(view, ink)}'


def place(port: int) -> tuple[float, float]:
    """Return the middle of a port's scroll."""
    x, y = middle(PORT_SQUARES[port])
    return {"W": (-41, y + 5), "E": (SEA + 41, y + 5), "N": (x, -32), "S": (x, SEA + 34)}[side(port)]


def scroll(view: View, ink: Ink, port: int) -> str:
    """Draw a parchment with rolled ends: cargo, fee in a coin, cards left in the pack."""
    x, y = place(port)
    west, top = x - WIDE / 2, y - HIGH / 2
    count = view.public.packs[port]
    words = f"{PORTS[port].name}: {PORTS[port].cargo} for {PORTS[port].fee} dubloons, {count} cards left"
    body = (
        f'<path d="M{num(west)} {num(top)}h{WIDE}q4 3 0 6v{HIGH - 6}h-{WIDE}q-4-3 0-6Z" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".9"/>'
        f'<path d="M{num(west)} {num(top)}q4 3 0 6M{num(west + WIDE)} {num(top + HIGH)}q-4-3 0-6" fill="none" stroke="{ink.dark}" stroke-width=".9"/>'
    )
    coin = (
        f'<circle cx="{num(x - 3)}" cy="{num(y)}" r="6.5" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".8"/>'
        f'<text x="{num(x - 3)}" y="{num(y + 3.2)}">{PORTS[port].fee}</text>'
    )
    pack = f'{use("back", round(x + 10.5, 1), y)}<text x="{num(x + 20)}" y="{num(y + 3.2)}" data-pack="{port}">{count}</text>'
    return f'<g data-port="{port}"><title>{safe(words)}</title>{body}{use(PORTS[port].cargo, round(x - 18, 1), y)}{coin}{pack}</g>'


def warship_card(view: View, ink: Ink) -> str:
    """Draw the temporary warship card while it is available."""
    if view.public.commission is not None:
        return ""
    x, y = corner(ADMIRALTY)
    return f'<g transform="translate({x + 25} {y + 9})" data-card="warship"><title>The temporary warship card</title>{use("flag-commission", 0, 0)}</g>'


def chest(view: View, ink: Ink) -> str:
    """Draw the Treasure Chest with the number of cards left."""
    x, y = SEA + 37, SEA + 37
    return (
        f'<g data-pile="chest"><title>Treasure Chest: {view.public.chest} cards left</title>'
        f'<g transform="translate({x - 8} {y}) scale(1.3)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/></g>'
        f'<text x="{x + 13}" y="{y + 4}" font-size="11" font-weight="bold" fill="{ink.ink}">{view.public.chest}</text></g>'
    )
