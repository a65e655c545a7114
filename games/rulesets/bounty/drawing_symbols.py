"""Symbols that repeat: cargo, cards, coins, flags and hulls, ten units wide around their own middle."""

from functools import cache

from games.kit.ink import Ink
from games.kit.symbols import barrel, discs, group, hulls, letters, marks, pearl, pen

COINS = ((10, "gold"), (5, "silver"), (1, "bronze"))


@cache
def symbols(ink: Ink) -> str:
    """Return the <defs> of every symbol."""
    return f"<defs>{cargo(ink)}{cards(ink)}{coins(ink)}{flags(ink)}{hulls(ink)}{discs(ink)}{marks(ink)}</defs>"


def cargo(ink: Ink) -> str:
    """Draw one symbol of cargo for each port, each with its own outline."""
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
    """Draw the back of a card, and the signs of pirates and warships."""
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
    """Draw coins: gold for ten, silver for five, bronze for one, each with its figure."""
    parts = []
    for (worth, name), fill in zip(COINS, (ink.gold, ink.paper, ink.rum), strict=True):
        size, figure = {"gold": (5, ink.dark), "silver": (4.4, ink.dark), "bronze": (3.8, ink.paper)}[name]
        face = f'<circle r="{size}" fill="{fill}" stroke="{ink.dark}" stroke-width=".8"/>'
        parts.append(group(f"coin-{name}", face + letters(str(worth), figure, 5, 1.8)))
    return "".join(parts)


def flags(ink: Ink) -> str:
    """Draw the flags of shown ships: the black flag, the warship's ensign, the pennant of the temporary warship."""
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
