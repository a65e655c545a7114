"""Draw cards and coins beside the chart."""

from functools import cache

from games.kit.ink import Ink
from games.kit.svg import Markup, safe
from games.kit.symbols import PREFIX, barrel, discs, group, hulls, letters, marks, pearl, pen

from .board import PORTS
from .cards import CHEST, PORT_OF, ROLE, VALUE
from .drawing_ink import PAGE
from .drawing_ships import ship_mark
from .seen import View
from .wording import card as card_words
from .wording import dubloons

COINS = ((10, "gold"), (5, "silver"), (1, "bronze"))
EMBLEMS = {
    "blown": "M6 22c8-4 16 4 26 0s14-10 8-13-9 4-4 6M6 30c10-3 20 4 32 0M10 38c8-3 14 3 22 0s12 6 6 8",
    "trial": "M25 6v36M12 44h26M8 14h34M8 14l-5 14h10ZM42 14l-5 14h10ZM3 28c1 5 9 5 10 0M37 28c1 5 9 5 10 0",
    "receive": "M8 22C8 10 14 8 25 8s17 2 17 14M6 22H44V42H6ZM6 30H44M25 27a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
    "pay": "M25 8a8 8 0 1 1-.1 0M14 30a8 8 0 1 1-.1 0M36 30a8 8 0 1 1-.1 0",
    "birthday": "M10 42V26h30v16ZM8 42h34M14 26v-8M25 26v-8M36 26v-8M14 14v2M25 14v2M36 14v2",
    "drinks": "M14 12h18v30H14ZM32 18c10 0 10 16 0 16M14 18h18M19 22v14M27 22v14",
    "wreck": "M4 36c5-6 9-6 14 0s9 6 14 0 9-6 14 0M10 30 34 14M22 22l-4-12 14 4M26 20l6 8",
    "rats": "M8 34c0-12 10-16 20-14 4-6 10-4 10 2 4 2 6 6 4 8H14M8 34c-6 0-4 8 4 8h14M36 26h.1",
}


@cache
def symbols(ink: Ink) -> str:
    return f"<defs>{cargo(ink)}{cards(ink)}{coins(ink)}{flags(ink)}{hulls(ink)}{discs(ink)}{marks(ink)}</defs>"


def cargo(ink: Ink) -> str:
    line = pen(ink)
    return (
        group("sugar", f'<path d="M-3.6 4.4Q-3-4.6 0-4.6T3.6 4.4Z" fill="{ink.paper}"/><path d="M-3.5 2Q0 3.4 3.5 2" fill="none"/>', line)
        + group("cotton", f'<path d="M0-4.4a2.3 2.3 0 0 1 2.2 2.6a2.3 2.3 0 1 1-.4 4.3a2 2 0 1 1-3.6 0a2.3 2.3 0 1 1-.4-4.3a2.3 2.3 0 0 1 2.2-2.6Z" '
                f'fill="{ink.paper}"/><path d="M-1.8 2.5L0 5l1.8-2.5" fill="{ink.leaf}"/>', line)
        + group("cocoa", f'<path d="M-3.8 3.8Q-4.6-2 0-3.8T4.6-4.6Q4.8-1 3.2 1.8T-3.8 3.8Z" fill="{ink.rum}"/>'
                f'<path d="M-3.8 3.8Q0 1 4.4-4.4M-2 4Q2 2 4.4-2" fill="none" stroke="{ink.gold}"/>', line)
        + group("indigo", f'<path d="M-4-2L0-4.4 4-2V2.4L0 4.8-4 2.4Z" fill="{ink.gem}"/><path d="M-4-2L0 .4 4-2M0 .4V4.8" fill="none"/>', line)
        + group("nutmeg", f'<ellipse rx="4.4" ry="3.6" fill="{ink.rum}"/><path d="M-3-1Q0-3 3-1M-3.6 1Q0-1 3.6 1M-2 2.6Q0 1.4 2 2.6" fill="none" stroke="{ink.paper}"/>', line)
        + pearl(ink, "pearl")
        + group("silver", f'<path d="M-4.8 3.4-3.2-1.2H3.2L4.8 3.4Z" fill="{ink.fine}"/><path d="M-3.2-1.2-1.8-3.4H4L3.2-1.2Z" fill="{ink.paper}"/>'
                f'<path d="M3.2-1.2 4-3.4 5 1 4.8 3.4Z" fill="{ink.line}"/>', line)
        + barrel(ink, "barrel")
    )  # fmt: skip


def cards(ink: Ink) -> str:
    back = (
        f'<rect x="-4" y="-5.5" width="8" height="11" rx="1.2" fill="{ink.line}" stroke="{ink.paper}" stroke-width=".8"/>'
        f'<path d="M0-3.5L2.4 0 0 3.5-2.4 0Z" fill="none" stroke="{ink.sand}" stroke-width=".7"/>'
    )
    skull = (
        f'<path d="M-4 4.8 4 1.4M4 4.8-4 1.4" stroke="{ink.paper}" stroke-width="1.6" fill="none"/><circle cy="-1.2" r="3.4" fill="{ink.paper}"/>'
        f'<path d="M-1.6 1.6h3.2v1.8h-3.2Z" fill="{ink.paper}"/><circle cx="-1.2" cy="-1.2" r=".9" fill="{ink.dark}"/><circle cx="1.2" cy="-1.2" r=".9" fill="{ink.dark}"/>'
    )
    cannon = (
        f'<path d="M-5 1.4 3.6-2.8 4.8-.4-3.8 3.6Z" fill="{ink.paper}"/><circle cx="-1.4" cy="2.8" r="2" fill="{ink.paper}"/>'
        f'<path d="M-1.4 1.8v2M-2.4 2.8h2" stroke="{ink.dark}" stroke-width=".6"/>'
    )
    return group("back", back) + group("skull", skull) + group("cannon", cannon)


def coins(ink: Ink) -> str:
    parts = []
    for (worth, name), fill in zip(COINS, (ink.gold, ink.paper, ink.rum), strict=True):
        size, figure = {"gold": (5, ink.dark), "silver": (4.4, ink.dark), "bronze": (3.8, ink.paper)}[name]
        face = f'<circle r="{size}" fill="{fill}" stroke="{ink.dark}" stroke-width=".8"/>'
        parts.append(group(f"coin-{name}", face + letters(str(worth), figure, 5, 1.8)))
    return "".join(parts)


def flags(ink: Ink) -> str:
    mast = f'<path d="M0 6V-6" stroke="{ink.dark}" stroke-width="1.1"/>'
    cloth = f'stroke="{ink.dark}" stroke-width=".6"'
    bones = f'<circle cx="4.5" cy="-3.6" r="1.3" fill="{ink.paper}"/><path d="M2.6-1 6.4-2M6.4-1 2.6-2" stroke="{ink.paper}" stroke-width=".7"/>'
    return (
        group("flag-pirate", f'{mast}<path d="M0-6H9.5V0H0Z" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".6"/>{bones}')
        + group(
            "flag-warship",
            f'{mast}<path d="M0-6H9V0H0Z" fill="{ink.paper}" {cloth}/><path d="M4.5-6V0M0-3H9" stroke="{ink.red}" stroke-width="1.5"/>',
        )
        + group("flag-commission", f'{mast}<path d="M0-6L10-3.5 0-1Z" fill="{ink.red}" {cloth}/>')
    )


def sheet() -> Markup:
    """Return the SVG symbols, for a page that shows cards or coins without a chart."""
    return Markup(f'<svg class="chart-symbols" width="0" height="0" aria-hidden="true" focusable="false">{symbols(PAGE)}</svg>')


def piece(key: str) -> str:
    return f'<svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{PREFIX}{key}"/></svg>'


def face(card: str, top: bool = False) -> str:
    """Draw the face of a card: its kind, its value, and the port that sold it. Mark the top card if `top`."""
    role, port = ROLE[card], PORTS[PORT_OF[card]]
    picture, figure = {"pirate": ("skull", "Pirate"), "warship": ("cannon", "Warship")}.get(role, (port.cargo, str(VALUE[card])))
    words = card_words(card) + (", on top" if top else "")
    return (
        f'<li class="cargo-card cargo-{role}{" on-top" if top else ""}" title="{safe(words)}"><span class="cargo-figure">{figure}</span>'
        f'{piece(picture)}<span class="cargo-port">{safe(port.name)}</span></li>'
    )


def backs(count: int) -> Markup:
    """Draw the backs of cards, as other captains see them."""
    if not count:
        return Markup('<p class="goods goods-none">nothing</p>')
    words = f"{count} card{'' if count == 1 else 's'}, face down"
    row = f"<li>{piece('back')}</li>" * count
    return Markup(f'<ul class="goods" title="{words}">{row}<li class="unseen">{words}</li></ul>')


def purse(money: int) -> Markup:
    """Draw money as coins: gold for ten, silver for five, bronze for one."""
    coins, remaining = [], money
    for worth, name in COINS:
        coins += [name] * (remaining // worth)
        remaining %= worth
    row = "".join(f"<li>{piece(f'coin-{name}')}</li>" for name in coins) if len(coins) <= 24 else ""
    return Markup(f'<ul class="goods coins" title="{dubloons(money)}">{row}</ul> <b>{dubloons(money)}</b>')


def hand(view: View) -> Markup:
    if view.seat is None:
        return Markup("")
    return Markup(f'<div class="hand-box">{"".join(hold(view, ship, len(view.holds)) for ship in view.holds)}</div>')


def hold(view: View, ship: int, fleet: int) -> str:
    cards, loot = view.holds[ship], view.loot[ship]
    title = f'<p class="card-title">{("First", "Second")[ship % 2]} ship ({ship_mark(view, ship)})</p>' if fleet > 1 else ""
    row = "".join(face(card, index == 0) for index, card in enumerate(reversed(cards))) or '<li class="crew-none">The hold is empty.</li>'
    under = f'<p>Under the hold:</p><ul class="hand">{"".join(map(face, loot))}</ul>' if loot else ""
    worth = sum(VALUE[card] for card in (*cards, *loot))
    return (
        f'{title}<ul class="hand">{row}</ul>{under}<p class="hand-words">{role_words(view, ship)} Your cargo sells for <b>{worth}</b>.</p>'
    )


def role_words(view: View, ship: int) -> str:
    """Return the role of the reader's ship in words, and whether other captains know it."""
    public, role = view.public, view.role(ship)
    if public.commission and public.commission[0] == ship:
        return "You hold the temporary warship card."
    if public.known[ship]:
        return f"You are a <b>{public.known[ship]}</b>, and everyone knows it."
    return f"You are a <b>{role}</b>." if role == "merchant" else f"You are a <b>{role}</b>, and nobody knows it."


def chest_card(number: int) -> Markup:
    card = CHEST[number]
    return Markup(
        f'<article class="chance-card" aria-label="Treasure Chest card"><svg viewBox="0 0 50 50" aria-hidden="true"><path d="{EMBLEMS[card.do]}"/></svg>'
        f'<p class="chance-number">Treasure Chest</p><p class="card-title">{safe(card.title)}</p><p>{safe(card.text)}</p></article>'
    )
