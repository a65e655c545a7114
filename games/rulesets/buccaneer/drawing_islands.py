"""Draw the three islands: shores, palms and a chest, marsh, and a rock that looks back at you."""

from games.kit.crew_game.grid import left, top
from games.kit.engraving import ground, palm
from games.kit.ink import Ink

from .boards import LARGE
from .sea import Sea, sea_of


def islands(sea: Sea, ink: Ink) -> str:
    """Draw all three islands, with room in the middle for goods. They are drawn at their places on the large board, then moved."""
    drawn = {"treasure": treasure_island(ink), "flat": flat_island(ink), "pirate": pirate_island(ink)}
    fills = {"treasure": ink.land, "flat": ink.sand, "pirate": ink.land}
    return "".join(ground(ink, key, fills[key]) + shifted(sea, key, picture) for key, picture in drawn.items())


def shift(sea: Sea, key: str) -> tuple[float, float]:
    """Return how far an island of this sea lies from its place on the large board."""
    here, there = corner(sea, key), corner(sea_of(LARGE), key)
    return here[0] - there[0], here[1] - there[1]


def corner(sea: Sea, key: str) -> tuple[float, float]:
    """Return the north-western corner of an island."""
    c1, _, _, r2 = sea.islands[key]
    return left(c1), top(sea, r2)


def shifted(sea: Sea, key: str, markup: str) -> str:
    """Move the drawing of an island from its place on the large board to its place on this one."""
    dx, dy = shift(sea, key)
    return f'<g transform="translate({dx:g} {dy:g})">{markup}</g>' if dx or dy else markup


def title(ink: Ink, x: float, y: float, *words: str) -> str:
    """Draw an island's name, one line per word."""
    lines = "".join(f'<tspan x="{x}" dy="{9.5 if index else 0}">{word}</tspan>' for index, word in enumerate(words))
    return f'<text x="{x}" y="{y}" font-size="9.5" font-style="italic" font-weight="bold" fill="{ink.ink}">{lines}</text>'


def treasure_island(ink: Ink) -> str:
    """Draw Treasure Island: palms along the shore, and an open chest on the strand."""
    chest = (
        f'<g transform="translate(289 287)" stroke="{ink.ink}" stroke-width=".7" stroke-linejoin="round">'
        f'<path d="M-8-2C-8-8-5-9 0-9S8-8 8-2Z" fill="{ink.rum}"/><path d="M-7-3C-5-6 5-6 7-3L5-1H-5Z" fill="{ink.gold}"/>'
        f'<path d="M-8-2H8V6H-8Z" fill="{ink.rum}"/><path d="M-8 1H8M-5-2V6M5-2V6" fill="none" stroke="{ink.gold}"/>'
        f'<rect x="-1.5" y="-.5" width="3" height="3.5" fill="{ink.gold}"/></g>'
    )
    return (
        f"{palm(ink, 230, 275, 0.8, 3)}{palm(ink, 241, 281, 0.62, -2)}{palm(ink, 289, 233, 0.75, -3)}{chest}"
        f"{title(ink, 260, 231, 'Treasure', 'Island')}"
    )


def flat_island(ink: Ink) -> str:
    """Draw Flat Island: low and wet, with a few tufts of grass."""
    tufts = "".join(f"M{x} {y}v-4m-2.5 4-1.5-3m6.5 3 1.5-3m-9 3.500h11" for x, y in ((50, 112), (86, 115), (67, 119), (90, 54), (48, 60)))
    return f'<path d="{tufts}" fill="none" stroke="{ink.leaf}" stroke-width=".8"/>{title(ink, 70, 54, "Flat", "Island")}'


def pirate_island(ink: Ink) -> str:
    """Draw Pirate Island: a crag that looks like a face, and a row of rocks in the surf."""
    crag = (
        "M424 470C423 460 428 452 431 447L435 436 440 431 446 424 452 427 457 423 463 430 467 438 472 446C474 452 477 460 476 470L468 474"
        " 463 468 458 475 453 469 448 475 443 468 437 474Z"
    )
    shade = "M457 423 463 430 467 438 472 446C474 452 477 460 476 470L468 474 466 458 461 448 462 438Z"
    caves = "M434 452C436 446 444 445 446 450 447 456 442 460 437 459 434 458 433 455 434 452ZM453 450C455 445 463 446 465 452 466 455 465 458 462 459 457 460 452 456 453 450ZM449 457 446 464H453Z"
    cuts = "M446 424 444 434 440 440M440 431 438 440M452 427 453 438 450 444M463 430 459 438M431 447 435 446M428 456 432 462M430 466 435 468M470 452 467 462M442 462 440 468M456 462 458 468"
    return (
        f'<g transform="translate(171 178.5) scale(.62)" stroke-linejoin="round"><path d="{crag}" '
        f'fill="{ink.high}"/><path d="{shade}" fill="{ink.line}" opacity=".45"/><path d="{crag}{cuts}" fill="none" stroke="{ink.ink}"/>'
        f'<path d="{caves}" fill="{ink.dark}"/></g>{title(ink, 450, 412, "Pirate", "Island")}'
    )
