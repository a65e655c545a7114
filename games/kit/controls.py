"""The controls of a chart: buttons over the offered squares, the squares as a list, their names on the chart, and a compass rose."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from games.engine import Choose

from .heading import HEADINGS, SPOKEN
from .ink import Ink
from .svg import Markup, num, safe


class Reach(NamedTuple):
    """One offered square. `heading` and `far` (the distance) are None off the ship's lines; `kind` is near, far, foe or turn.

    `spot` holds the CSS classes; `ask` names the question if it is not the form's; `inside` is markup within the button.
    """

    option: str
    square: int
    heading: int | None
    far: int | None
    kind: str
    words: str
    spot: str
    ask: str = ""
    inside: str = ""


def spot(column: int, row: int) -> str:
    """Return the CSS classes (css/board.css) that place an element on a square; `column` and `row` count from 0 in the north-west."""
    return f"c{column} r{row}"


def sends(place: Reach) -> str:
    """Return the button's attributes: the answer to the form's question, or a typed line that answers another question."""
    return f'name="line" value="{safe(f"{place.ask} {place.option}")}"' if place.ask else f'name="answer" value="{safe(place.option)}"'


def square_button(place: Reach) -> str:
    words = safe(place.words)
    return f'<button class="{place.spot} is-{place.kind}" {sends(place)} title="{words}">{place.inside}</button>'


def window(chart: str, asks: bool, here: str, places: Sequence[Reach], below: str, kind: str = "") -> Markup:
    """Return the chart with buttons on squares. `here` has the classes of the spot that a phone shows first, `kind` the board's."""
    mark = f'<span class="board-here {here}"></span>' if here else ""
    checked = " checked" if asks else ""
    classes = " ".join(filter(None, ("board", kind, "board-asks" if asks else "")))
    return Markup(
        f'<div class="{classes}"><input type="checkbox" class="board-closer" id="board-closer" aria-label="Closer"'
        f'{checked}><label for="board-closer" class="board-closer-label"><span>Whole board</span> <span>Closer</span></label>'
        f'<div class="board-window" role="region" aria-label="Sea chart" tabindex="0"><div class="board-sheet">{chart}'
        f'<div class="board-squares">{mark}{"".join(map(square_button, places))}</div></div></div>{below}</div>'
    )


def worded(words: Sequence[tuple[str, str]]) -> Markup:
    return Markup("".join(f'<button name="answer" value="{safe(option)}">{safe(text)}</button>' for option, text in words))


def listed(places: Sequence[Reach], risk: str) -> str:
    """Return the offered squares as a list by direction, with buttons large enough for a thumb."""
    rows = "".join(
        f"<dt>{'Here' if heading is None else SPOKEN[heading].capitalize()}</dt><dd>{''.join(map(list_button, group))}</dd>"
        for heading, group in groupby(places, key=lambda place: place.heading)
    )
    warning = f'<p class="board-risk">{risk}</p>' if any(place.kind == "far" for place in places) else ""
    return f'<details class="board-list"><summary>As a list</summary>{warning}<dl>{rows}</dl></details>'


def list_button(place: Reach) -> str:
    far = f" <small>{place.far}</small>" if place.far else ""
    special = f' class="is-{place.kind}" title="{safe(place.words)}"' if place.kind != "near" else ""
    return f"<button{special} {sends(place)}>{safe(place.option)}{far}</button>"


def rose(decision: Choose) -> Markup:
    """Return a compass rose with a button for each of the eight headings; headings that are not offered are disabled."""
    points = "".join(
        f'<button class="rose-{name.lower()}" name="answer" value="{name}" aria-label="Head {spoken}, {name}"'
        f"{'' if name in decision.options else ' disabled'}>{name}</button>"
        for name, spoken in zip(HEADINGS, SPOKEN, strict=True)
    )
    star = "M50 4 56 44 96 50 56 56 50 96 44 56 4 50 44 44Z"
    shade = "M50 4V50L56 44ZM96 50H50L56 56ZM50 96V50L44 56ZM4 50H50L44 44Z"
    needle = (
        '<svg class="rose-star" viewBox="0 0 100 100" aria-hidden="true" stroke="var(--c-ink)" stroke-linejoin="round">'
        '<circle cx="50" cy="50" r="30" fill="none" stroke="var(--c-line)"/><circle cx="50" cy="50" r="26" fill="none" '
        f'stroke="var(--c-line)" stroke-width=".6"/><path d="{star}" fill="var(--c-land)"/><path d="{shade}" fill="var(--c-ink)"/></svg>'
    )
    return Markup(f'<div class="rose" role="group" aria-label="Heading">{needle}{points}</div>')


LONGEST_NAME = 3
"""The maximum length of a name that is drawn. Longer names are those of harbours, which the chart shows anyway."""


class Named(NamedTuple):
    """The name of an offered square, at its centre. `low` moves the name below any piece there; `risky` draws a dashed border."""

    name: str
    x: float
    y: float
    low: bool = False
    risky: bool = False


def place_names(places: Iterable[Named], square: float, ink: Ink) -> str:
    """Draw each name on a small plate; `square` is the width of a square."""
    return "".join(plate(place, square, ink) for place in dict.fromkeys(places) if len(place.name) <= LONGEST_NAME)


def plate(place: Named, square: float, ink: Ink) -> str:
    size = square * 0.41
    wide, high = min(square - 0.4, len(place.name) * size * 0.7 + size * 0.3), size * 1.2
    y = place.y + (square - high) / 2 if place.low else place.y
    colour, dashes = (ink.risk, ' stroke-dasharray="2 1.4"') if place.risky else (ink.mark, "")
    box = f'x="{num(place.x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" rx="{num(size * 0.25)}"'
    words = f'<text x="{num(place.x)}" y="{num(y + size * 0.36)}" font-size="{num(size)}" font-weight="bold" fill="{colour}">'
    return (
        f'<g data-name="{safe(place.name)}"><rect {box} fill="{ink.paper}" stroke="{colour}" stroke-width=".7"{dashes}/>'
        f"{words}{safe(place.name)}</text></g>"
    )
