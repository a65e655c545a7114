"""The names of the ships: lines below the chart in a picture that stands alone."""

from games.kit.ink import Ink
from games.kit.svg import num, safe


def entry(x: float, y: float, seat: int, paint: str, words: str, ink: Ink) -> str:
    """Draw one line of the legend: a disc with the ship's colour and number, and the words."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="6.5" fill="{paint}" stroke="{ink.dark}"/>'
        f'<circle cx="{num(x)}" cy="{num(y - 4)}" r="4.6" fill="{ink.paper}"/>'
        f'<text x="{num(x)}" y="{num(y - 1.2)}" font-size="8" font-weight="bold" fill="{ink.dark}">{seat + 1}</text>'
        f'<text x="{num(x + 12)}" y="{num(y)}" font-size="10.5" text-anchor="start" fill="{ink.ink}">{safe(words)}</text>'
    )


def shortened(name: str, most: int) -> str:
    """Return a name shortened to at most `most` letters."""
    return name if len(name) <= most else name[: most - 1] + "…"
