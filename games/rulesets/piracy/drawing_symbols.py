"""Symbols that repeat: hulls, coins, balls, the two monsters, and the signs on offered squares."""

from functools import cache

from games.kit.ink import Ink
from games.kit.symbols import discs, group, hulls, letters


@cache
def symbols(ink: Ink) -> str:
    """Return the <defs> of every symbol."""
    return f"<defs>{hulls(ink)}{discs(ink)}{coin(ink)}{ball(ink)}{blackbeard(ink)}{kraken(ink)}{irons(ink)}{marks(ink)}</defs>"


def coin(ink: Ink) -> str:
    """Draw one doubloon."""
    edge = f'<circle r="4.6" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".8"/>'
    return group("coin", edge + f'<path d="M0-2.8V2.8M-2.8 0H2.8" stroke="{ink.dark}" stroke-width=".7"/>')


def ball(ink: Ink) -> str:
    """Draw a cannonball with a highlight."""
    return group("ball", f'<circle r="4.4" fill="{ink.dark}"/><path d="M-2.2-1.2a2.6 2.6 0 0 1 2-1.8" stroke="{ink.paper}" fill="none"/>')


def blackbeard(ink: Ink) -> str:
    """Draw Blackbeard: a black ship with a white skull on its sail."""
    hull = f'<path d="M-13 5H13L9 12H-9Z" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/><path d="M0 5V-15" stroke="{ink.dark}" stroke-width="2"/>'
    sail = f'<path d="M-11-12Q0-15 11-12 8-4 11 3 0 0-11 3-8-4-11-12Z" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/>'
    skull = f'<circle cy="-6.5" r="4" fill="{ink.paper}"/><path d="M-2-3h4v2.6h-4z" fill="{ink.paper}"/>'
    face = f'<circle cx="-1.5" cy="-6.5" r="1" fill="{ink.dark}"/><circle cx="1.5" cy="-6.5" r="1" fill="{ink.dark}"/>'
    return group("monster-0", hull + sail + skull + face)


def kraken(ink: Ink) -> str:
    """Draw the Sea Monster: a head with one eye, and four arms out of the water."""
    arms = "M-6 6C-14 8-16 0-12-4M6 6C14 8 16 0 12-4M-2 8C-6 14-13 13-15 9M2 8C6 14 13 13 15 9"
    body = "M-7 8C-9-2-6-14 0-14S9-2 7 8Z"
    return group(
        "monster-1",
        f'<path d="{arms}" fill="none" stroke="{ink.paper}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{body}" fill="{ink.leaf}" stroke="{ink.paper}" stroke-width="2.4"/>'
        f'<path d="{arms}" fill="none" stroke="{ink.leaf}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{body}" fill="{ink.leaf}" stroke="{ink.dark}" stroke-width=".9"/>'
        f'<circle cy="-5" r="3.4" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".7"/><circle cy="-5" r="1.4" fill="{ink.dark}"/>',
    )


def irons(ink: Ink) -> str:
    """Draw the bars in front of a captive."""
    return group("irons", f'<path d="M-7-8V8M-2.4-8V8M2.4-8V8M7-8V8M-9-6H9M-9 6H9" fill="none" stroke="{ink.dark}" stroke-width="1.4"/>')


def marks(ink: Ink) -> str:
    """Draw the marks of the next square, the end of a voyage, a stop on the way, and a square with consequences."""
    end = f'<rect x="-17" y="-17" width="34" height="34" rx="5" fill="{ink.mark}" fill-opacity=".14"/><circle r="5" fill="{ink.mark}"/>'
    step = f'<circle r="9" fill="{ink.mark}" fill-opacity=".16" stroke="{ink.mark}" stroke-width="2"/>'
    foe = f'<path d="M-17-9V-17H-9M9-17H17V-9M17 9V17H9M-9 17H-17V9" fill="none" stroke="{ink.risk}" stroke-width="2.6"/>'
    way = f'<circle r="2.4" fill="{ink.mark}" fill-opacity=".75"/>'
    ring = f'<circle r="17.5" fill="none" stroke="{ink.mark}" stroke-width="2.2"/>'
    cross = f'<path d="M0-20v8M0 20v-8M-20 0h8M20 0h-8" stroke="{ink.risk}" stroke-width="2.2"/>'
    aim = f'<circle r="15.5" fill="none" stroke="{ink.risk}" stroke-width="2.2"/>{cross}'
    return "".join(group(*entry) for entry in (("end", end), ("step", step), ("way", way), ("foe", foe), ("ring", ring), ("aim", aim)))


def shot(ink: Ink, x: float, y: float, number: int) -> str:
    """Draw cannonballs: one, or one with their number."""
    words = letters(str(number), ink.paper, 7.5, 2.7) if number > 1 else ""
    disc = f'<circle r="{5.4 if words else 3.6}" fill="{ink.dark}" stroke="{ink.paper}" stroke-width=".8"/>'
    return f'<g transform="translate({x:g} {y:g})">{disc}{words}</g>'


def count(ink: Ink, x: float, y: float, number: int) -> str:
    """Draw a coin with the number of coins."""
    disc = f'<circle r="6.4" fill="{ink.gold}" stroke="{ink.dark}"/>'
    return f'<g transform="translate({x:g} {y:g})">{disc}{letters(str(number), ink.dark, 9, 3.2)}</g>'
