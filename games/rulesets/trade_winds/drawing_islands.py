"""Draw Pirate Island with its rocks, the two islands where goods wash up, and the two shoals that no ship crosses."""

from games.kit.crew_game.grid import frame_of
from games.kit.engraving import ground, palm
from games.kit.ink import Ink
from games.kit.symbols import PREFIX

from .chart import CHART

ROCKS = ("rock-north-west", "rock-north-east", "rock-south-west", "rock-south-east")


def islands(ink: Ink) -> str:
    """Draw all land and danger within the frame, with room in the middle for goods."""
    return (
        pirate(ink)
        + isle(ink, "hispaniola", "Hispaniola")
        + isle(ink, "norman", "Norman")
        + "".join(rock(ink, key) for key in ROCKS)
        + shoals(ink)
    )


def title(ink: Ink, x: float, y: float, words: str, size: float = 8) -> str:
    """Draw a name on the chart."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-style="italic" font-weight="bold" fill="{ink.ink}">{words}</text>'


def pirate(ink: Ink) -> str:
    """Draw Pirate Island, with a chest on its strand."""
    x, y, wide, _ = frame_of(CHART, CHART.islands["pirate"])
    chest = (
        f'<g transform="translate({x + 40:g} {y + 71.5:g}) scale(.6)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/></g>'
    )
    palms = palm(ink, x + 11, y + 8, 0.5, 3) + palm(ink, x + 69, y + 9, 0.5, -3) + palm(ink, x + 12, y + 62, 0.5, 2)
    return ground(ink, "pirate", ink.land) + palms + chest + title(ink, x + wide / 2, y + 14, "Pirate Island", 8.5)


def isle(ink: Ink, key: str, words: str) -> str:
    """Draw an island where goods wash up."""
    x, y, wide, _ = frame_of(CHART, CHART.islands[key])
    return ground(ink, key, ink.sand) + title(ink, x + wide / 2, y + 12, words, 7) + palm(ink, x + 8, y + 22, 0.4, 2)


def rock(ink: Ink, key: str) -> str:
    """Draw a rock in the surf, one square in size."""
    x, y, _, _ = frame_of(CHART, CHART.islands[key])
    crag = f"M{x + 3} {y + 17}L{x + 6} {y + 8} {x + 9} {y + 4} {x + 12} {y + 7} {x + 17} {y + 17}Z"
    shade = f"M{x + 9} {y + 4}L{x + 12} {y + 7} {x + 17} {y + 17}H{x + 11}Z"
    surf = f"M{x + 1} {y + 18.5}q2.5-2 5 0t5 0 5 0"
    return (
        f'<g stroke-linejoin="round"><path d="{crag}" fill="{ink.high}" stroke="{ink.ink}"/><path d="{shade}" fill="{ink.line}" opacity=".6"/>'
        f'<path d="{surf}" fill="none" stroke="{ink.ink}" stroke-width=".7"/></g>'
    )


def shoals(ink: Ink) -> str:
    """Draw Navassa and Sail Rock: crossed hatching, a wreck's ribs, and a name."""
    parts = []
    for key, words in (("navassa", "Navassa"), ("sail-rock", "Sail Rock")):
        x, y, wide, _ = frame_of(CHART, CHART.islands[key])
        teeth = "".join(f"M{x + dx} {y + dy}l3-7 3 7z" for dx, dy in ((5, 16), (13, 19), (24, 17), (31, 36), (6, 36), (17, 34)))
        parts.append(
            f'<use href="#{PREFIX}{key}" fill="url(#{PREFIX}hatch)" stroke="{ink.risk}" stroke-dasharray="3 2"/>'
            f'<path d="{teeth}" fill="{ink.high}" stroke="{ink.ink}" stroke-width=".7"/>'
            f'<g stroke="{ink.sea}" stroke-width="2.4" paint-order="stroke">{title(ink, x + wide / 2, y + 26, words, 7)}</g>'
        )
    return "".join(parts)
