"""What is drawn over and over: goods, cards and a hull, as symbols 10 units wide around their own middle."""

from functools import cache

from .drawing_ink import Ink

PREFIX = "bc-"


@cache
def symbols(ink: Ink) -> str:
    """The <defs> of every symbol."""
    parts = [*treasure(ink), *crew(ink), *kept(ink), *hulls(ink), *discs(ink)]
    return f"<defs>{''.join(parts)}</defs>"


def use(item: str, x: float, y: float) -> str:
    """One piece at a place."""
    return f'<use href="#{PREFIX}{item}" x="{x:g}" y="{y:g}"/>'


def group(key: str, inside: str, more: str = "") -> str:
    """A symbol by its key."""
    return f'<g id="{PREFIX}{key}"{more}>{inside}</g>'


def treasure(ink: Ink) -> list[str]:
    """The five kinds, each with an outline of its own, so that colour is never needed to tell them apart."""
    pen = f' stroke="{ink.dark}" stroke-width=".7" stroke-linejoin="round"'
    return [
        group("D", f'<path d="M-4.6-1.6-2.6-4.4H2.6L4.6-1.6 0 4.8Z" fill="{ink.gem}"/>'
                   f'<path d="M-4.6-1.6H4.6M-2-1.6 0 4.6 2-1.6 0-4.4-2-1.6" fill="none" stroke="{ink.paper}" stroke-width=".6"/>'
                   f'<path d="M-4.6-1.6-2.6-4.4H2.6L4.6-1.6 0 4.8Z" fill="none"/>', pen),
        group("U", f'<path d="M-2-4.4H2L4.4-2V2L2 4.4H-2L-4.4 2V-2Z" fill="{ink.red}"/>'
                   f'<path d="M-2.2-2.2H2.2V2.2H-2.2ZM-4-2-2.2-2.2M4-2 2.2-2.2M4 2 2.2 2.2M-4 2-2.2 2.2" fill="none" '
                   f'stroke="{ink.paper}" stroke-width=".6"/>', pen),
        group("G", f'<path d="M-4.8 3.4-3.2-1.2H3.2L4.8 3.4Z" fill="{ink.gold}"/><path d="M-3.2-1.2-1.8-3.4H4L3.2-1.2Z" '
                   f'fill="{ink.paper}"/><path d="M3.2-1.2 4-3.4 5 1 4.8 3.4Z" fill="{ink.rum}"/>', pen),
        group("P", f'<circle cx="-2.2" cy="1.8" r="2.5" fill="{ink.paper}"/><circle cx="2.3" cy="1.8" r="2.5" fill="{ink.paper}"/>'
                   f'<circle cy="-2" r="2.5" fill="{ink.paper}"/><path d="M-1.2-2.3a1.3 1.3 0 0 1 1-1.2" fill="none"/>', pen),
        group("M", f'<path d="M-3-4.4H3C4.6-1.6 4.6 1.6 3 4.4H-3C-4.6 1.6-4.6-1.6-3-4.4Z" fill="{ink.rum}"/>'
                   f'<path d="M-3.8-2.2H3.8M-3.8 2.2H3.8" stroke="{ink.gold}" stroke-width="1"/>', pen),
    ]  # fmt: skip


def crew(ink: Ink) -> list[str]:
    """Crew cards: black ones are solid, red ones open, so the colour shows without colour."""
    parts = []
    for colour, ground, figure, edge in (("B", ink.dark, ink.paper, ink.paper), ("R", ink.paper, ink.red, ink.red)):
        for number in "123":
            box = f'<rect x="-4" y="-5" width="8" height="10" rx="1.2" fill="{ground}" stroke="{edge}" stroke-width=".8"/>'
            parts.append(group(colour + number, box + letters(number, figure, 7.5, 2.7)))
    return parts


def kept(ink: Ink) -> list[str]:
    """Chance cards that are kept: a small sheet with what it is known by."""
    sheet = f'<path d="M-5.4-5H3.6L5.4-3.2V5H-5.4Z" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".7"/>'
    coin = f'<circle r="3.6" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".6"/>'
    return [
        group("LJ", sheet + letters("LJ", ink.dark, 5.6, 2)),
        group("DB", sheet + coin + letters("DB", ink.dark, 4.6, 1.7)),
        group("PE", sheet + coin + letters("PE", ink.dark, 4.6, 1.7)),
        group("K1", sheet + letters("K1", ink.dark, 5.6, 2)),
        group("K2", sheet + letters("K2", ink.dark, 5.6, 2)),
    ]


def letters(text: str, fill: str, size: float, drop: float) -> str:
    """Centred bold figures."""
    return f'<text y="{drop:g}" font-size="{size:g}" font-weight="bold" fill="{fill}">{text}</text>'


def discs(ink: Ink) -> list[str]:
    """What numbers of ships stand on: on a ship, on one's own, and beside a home port."""
    pen = f'stroke="{ink.dark}" stroke-width=".7"'
    return [
        group("disc", f'<circle r="4.5" fill="{ink.paper}" {pen}/>'),
        group("mine", f'<circle r="4.5" fill="{ink.dark}" {pen}/>'),
        group("sign", f'<circle r="5.4" {pen}/><circle r="4" fill="{ink.paper}"/>'),
    ]


def hulls(ink: Ink) -> list[str]:
    """A ship from above, bow to the north, under sail and adrift without a crew; its paint is the fill of whoever uses it."""
    pen = f' stroke="{ink.dark}" stroke-width=".9" stroke-linejoin="round"'
    planks = '<path d="M0-11.5C4.6-7 5.6-1.5 5 4.5L3.8 9.6H-3.8L-5 4.5C-5.6-1.5-4.6-7 0-11.5Z"/>'
    sail = f'<path d="M0-14V-10" fill="none"/>{planks}<path d="M-7.6-2.6Q0-9.2 7.6-2.6 0-5.4-7.6-2.6Z" fill="{ink.paper}"/>'
    mast = f'{planks}<path d="M-8-6 6-2.5M3.5-4.8 8-7" fill="none" stroke-width="1.5"/>'
    return [group("ship", sail + '<path d="M-3.9 7.4H3.9" stroke-width=".7"/>', pen), group("wreck", mast, pen)]
