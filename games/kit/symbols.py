"""Symbols that repeat on a chart: treasure, cards and hulls, about ten units wide, centred on (0, 0)."""

from .ink import Ink

PREFIX = "sea-"


def use(item: str, x: float, y: float) -> str:
    return f'<use href="#{PREFIX}{item.replace("?", "back-")}" x="{x:g}" y="{y:g}"/>'


def group(key: str, inside: str, more: str = "") -> str:
    return f'<g id="{PREFIX}{key}"{more}>{inside}</g>'


def letters(text: str, fill: str, size: float, drop: float) -> str:
    return f'<text y="{drop:g}" font-size="{size:g}" font-weight="bold" fill="{fill}">{text}</text>'


def gem(ink: Ink, key: str) -> str:
    outline = '<path d="M-4.6-1.6-2.6-4.4H2.6L4.6-1.6 0 4.8Z" fill="{}"/>'
    facets = f'<path d="M-4.6-1.6H4.6M-2-1.6 0 4.6 2-1.6 0-4.4-2-1.6" fill="none" stroke="{ink.paper}" stroke-width=".6"/>'
    return group(key, outline.format(ink.gem) + facets + outline.format("none"), pen(ink))


def gold_bar(ink: Ink, key: str) -> str:
    front = f'<path d="M-4.8 3.4-3.2-1.2H3.2L4.8 3.4Z" fill="{ink.gold}"/><path d="M-3.2-1.2-1.8-3.4H4L3.2-1.2Z" fill="{ink.paper}"/>'
    return group(key, front + f'<path d="M3.2-1.2 4-3.4 5 1 4.8 3.4Z" fill="{ink.rum}"/>', pen(ink))


def pearl(ink: Ink, key: str) -> str:
    return group(key, f'<circle r="3.9" fill="{ink.paper}"/><path d="M-2.2-.6a2.4 2.4 0 0 1 2-1.8" fill="none"/>', pen(ink))


def barrel(ink: Ink, key: str) -> str:
    staves = f'<path d="M-3-4.4H3C4.6-1.6 4.6 1.6 3 4.4H-3C-4.6 1.6-4.6-1.6-3-4.4Z" fill="{ink.rum}"/>'
    return group(key, f'{staves}<path d="M-3.8-2.2H3.8M-3.8 2.2H3.8" stroke="{ink.gold}" stroke-width="1"/>', pen(ink))


def pen(ink: Ink) -> str:
    """Return the attributes for the outlines of pieces."""
    return f' stroke="{ink.dark}" stroke-width=".7" stroke-linejoin="round"'


def crew_cards(ink: Ink) -> str:
    """Define the symbols of crew cards: black cards solid, red cards open, so that they differ even without colour."""
    faces = (("B", ink.dark, ink.paper, ink.paper), ("R", ink.paper, ink.red, ink.red))
    return "".join(
        group(colour + number, box(ground, edge) + letters(number, figure, 7.5, 2.7))
        for colour, ground, figure, edge in faces
        for number in "123"
    )


def crew_backs(ink: Ink) -> str:
    """Define the symbols of face-down crew cards, hatched, with the numbers on their backs."""
    weave = f'<path d="M-4-2-1-5M-4 2 3-5M1 5 4 2M-3 5 4-2" stroke="{ink.fine}" stroke-width=".6"/>'
    return "".join(group("back-" + number, box(ink.rum, ink.paper) + weave + letters(number, ink.paper, 7.5, 2.7)) for number in "123")


def box(ground: str, edge: str) -> str:
    return f'<rect x="-4" y="-5" width="8" height="10" rx="1.2" fill="{ground}" stroke="{edge}" stroke-width=".8"/>'


def sheet(ink: Ink, key: str, coin: bool = False) -> str:
    """Define the symbol of a kept card: a small sheet with the card's letters, on a coin if the card is worth money."""
    paper = f'<path d="M-5.4-5H3.6L5.4-3.2V5H-5.4Z" fill="{ink.paper}" stroke="{ink.dark}" stroke-width=".7"/>'
    money = f'<circle r="3.6" fill="{ink.gold}" stroke="{ink.dark}" stroke-width=".6"/>' if coin else ""
    return group(key, paper + money + letters(key, ink.dark, 4.6 if coin else 5.4, 1.8))


def discs(ink: Ink) -> str:
    """Define the discs behind numbers of ships: on a ship, on the reader's own ship, and beside a home port."""
    line = f'stroke="{ink.dark}" stroke-width=".7"'
    return (
        group("disc", f'<circle r="4.5" fill="{ink.paper}" {line}/>') + group("mine", f'<circle r="4.5" fill="{ink.dark}" {line}/>')
        + group("sign", f'<circle r="5.4" {line}/><circle r="4" fill="{ink.paper}"/>')
    )  # fmt: skip


def hulls(ink: Ink) -> str:
    """Define two ships seen from above, bow to the north: under sail, and adrift without crew. The `use` element's fill colours them."""
    line = f' stroke="{ink.dark}" stroke-width=".9" stroke-linejoin="round"'
    planks = '<path d="M0-11.5C4.6-7 5.6-1.5 5 4.5L3.8 9.6H-3.8L-5 4.5C-5.6-1.5-4.6-7 0-11.5Z"/>'
    sail = f'<path d="M0-14V-10" fill="none"/>{planks}<path d="M-7.6-2.6Q0-9.2 7.6-2.6 0-5.4-7.6-2.6Z" fill="{ink.paper}"/>'
    mast = f'{planks}<path d="M-8-6 6-2.5M3.5-4.8 8-7" fill="none" stroke-width="1.5"/>'
    return group("ship", sail + '<path d="M-3.9 7.4H3.9" stroke-width=".7"/>', line) + group("wreck", mast, line)


def marks(ink: Ink) -> str:
    """Define the marks of offered squares; each kind has its own shape."""
    near = f'<rect x="-9" y="-9" width="18" height="18" rx="3" fill="{ink.mark}" fill-opacity=".16"/><circle r="3.2" fill="{ink.mark}"/>'
    risk, mark = f' fill="none" stroke="{ink.risk}"', f' fill="none" stroke="{ink.mark}" stroke-width="1.8"'
    return (
        group("near", near) + group("far", '<circle r="4.2" stroke-width="1.4" stroke-dasharray="2.2 1.6"/>', risk)
        + group("foe", '<path stroke-width="1.8" d="M-9-5V-9H-5M5-9H9V-5M9 5V9H5M-5 9H-9V5"/>', risk)
        + group("turn", '<circle r="13" stroke-dasharray="14 6.4"/>', mark)
    )  # fmt: skip
