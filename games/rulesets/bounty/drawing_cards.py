"""Draw cards and coins beside the chart."""

from games.kit.svg import Markup, safe
from games.kit.symbols import PREFIX

from .board import PORTS
from .card_texts import TEXTS
from .cards import CHEST, PORT_OF, ROLE, VALUE
from .drawing_ink import PAGE
from .drawing_reach import ship_mark
from .drawing_symbols import COINS, symbols
from .seen import View
from .wording import card as card_words
from .wording import dubloons

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


def sheet() -> Markup:
    """Return the symbols, for a page that shows some without a chart."""
    return Markup(f'<svg class="chart-symbols" width="0" height="0" aria-hidden="true" focusable="false">{symbols(PAGE)}</svg>')


def piece(key: str) -> str:
    """Draw one symbol as a small picture."""
    return f'<svg viewBox="-6 -6 12 12" aria-hidden="true"><use href="#{PREFIX}{key}"/></svg>'


def face(card: str, top: bool = False) -> str:
    """Draw the face of a card: its kind, its value, and the port that sold it; mark the top one."""
    role, port = ROLE[card], PORTS[PORT_OF[card]]
    picture, figure = {"pirate": ("skull", "Pirate"), "warship": ("cannon", "Warship")}.get(role, (port.cargo, str(VALUE[card])))
    words = card_words(card) + (", on top" if top else "")
    return (
        f'<li class="cargo-card cargo-{role}{" on-top" if top else ""}" title="{safe(words)}"><span class="cargo-figure">{figure}</span>'
        f'{piece(picture)}<span class="cargo-port">{safe(port.name)}</span></li>'
    )


def backs(count: int) -> Markup:
    """Draw the backs of cards, as the others see them."""
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
    """Draw the reader's own cargo, top card first, with the role it gives the ship."""
    if view.seat is None:
        return Markup("")
    return Markup(f'<div class="hand-box">{"".join(hold(view, ship, len(view.holds)) for ship in view.holds)}</div>')


def hold(view: View, ship: int, fleet: int) -> str:
    """Draw one ship's hold, and the cards under it."""
    cards, loot = view.holds[ship], view.loot[ship]
    title = f'<p class="card-title">{("First", "Second")[ship % 2]} ship ({ship_mark(view, ship)})</p>' if fleet > 1 else ""
    row = "".join(face(card, index == 0) for index, card in enumerate(reversed(cards))) or '<li class="crew-none">The hold is empty.</li>'
    under = f'<p>Under the hold:</p><ul class="hand">{"".join(map(face, loot))}</ul>' if loot else ""
    worth = sum(VALUE[card] for card in (*cards, *loot))
    return (
        f'{title}<ul class="hand">{row}</ul>{under}<p class="hand-words">{role_words(view, ship)} Your cargo sells for <b>{worth}</b>.</p>'
    )


def role_words(view: View, ship: int) -> str:
    """Return the role of this ship, and whether the others know it."""
    public, cards = view.public, view.holds[ship]
    if public.commission and public.commission[0] == ship:
        return "You hold the temporary warship card."
    if public.known[ship]:
        return f"You are a <b>{public.known[ship]}</b>, and everyone knows it."
    role = ROLE[cards[-1]] if cards else "merchant"
    return f"You are a <b>{role}</b>." if role == "merchant" else f"You are a <b>{role}</b>, and nobody knows it."


def chest_card(number: int) -> Markup:
    """Draw the face of a Treasure Chest card: its name and its effect."""
    card = CHEST[number]
    return Markup(
        f'<article class="chance-card" aria-label="Treasure Chest card"><svg viewBox="0 0 50 50" aria-hidden="true"><path d="{EMBLEMS[card.do]}"/></svg>'
        f'<p class="chance-number">Treasure Chest</p><p class="card-title">{safe(card.title)}</p><p>{safe(TEXTS[number])}</p></article>'
    )
