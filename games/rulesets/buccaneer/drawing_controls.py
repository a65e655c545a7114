"""What is pressed: the buttons over the chart, and the same squares as a list.

Buttons are plain HTML, so they work without JavaScript and by keyboard; classes of the stylesheet put each on its square.
"""

from collections.abc import Sequence
from itertools import groupby

from games.engine import Decision
from games.kit.heading import SPOKEN
from games.kit.svg import Markup, safe

from .drawing_reach import Reach, words_offered
from .sea import Sea
from .seen import View

LARGEST = 24
"""Squares along the largest board, whose rows and columns the stylesheet numbers."""


def board_around(view: View, chart: str, decision: Decision | None, places: Sequence[Reach]) -> Markup:
    """The chart in its window, with buttons over it and a list beneath when a square is asked for."""
    asked = decision is not None and decision.kind == "place" and decision.seat == view.seat
    sea = view.public.sea
    squares = "".join(square_button(sea, place) for place in places)
    small = f" board-{sea.size}" if sea.size < LARGEST else ""
    return Markup(
        f'<div class="board{small}{" board-asks" if asked else ""}"><input type="checkbox" class="board-closer" id="board-closer"'
        f'{" checked" if asked else ""} autocomplete="off"><label for="board-closer" class="board-closer-label">Closer</label>'
        f'<div class="board-window" role="region" aria-label="Sea chart" tabindex="0"><div class="board-sheet">{chart}'
        f'<div class="board-squares">{here(view)}{squares}</div></div></div>{listed(sea, decision, places) if asked else ""}</div>'
    )


def spot(sea: Sea, square: int) -> str:
    """The classes that put something on a square; rows are counted as on the largest board, from the north."""
    c, r = sea.cell(square)
    return f"c{c} r{r + LARGEST - sea.size}"


def here(view: View) -> str:
    """Where one's own ship lies: the window opens there."""
    square = view.public.at[view.seat] if view.seat is not None else -1
    return f'<span class="board-here {spot(view.public.sea, square)}"></span>' if square >= 0 else ""


def square_button(sea: Sea, place: Reach) -> str:
    """One square that can be pressed; its title is also what screen readers say."""
    words = safe(place.words)
    return f'<button class="{spot(sea, place.square)} is-{place.kind}" name="answer" value="{safe(place.option)}" title="{words}"></button>'


def listed(sea: Sea, decision: Decision, places: Sequence[Reach]) -> str:
    """The same squares by direction, in sizes for a thumb, and the answers that are no squares."""
    words = "".join(f'<button name="answer" value="{safe(option)}">{safe(text)}</button>' for option, text in words_offered(sea, decision))
    rows = "".join(
        f"<dt>{'Here' if heading is None else SPOKEN[heading].capitalize()}</dt><dd>{''.join(map(list_button, group))}</dd>"
        for heading, group in groupby(places, key=lambda place: place.heading)
    )
    risk = (
        '<p class="board-risk">Broken rings and dashed buttons lie beyond your strength.</p>'
        if any(p.kind == "far" for p in places)
        else ""
    )
    line = f'<p class="board-words">{words}</p>' if words else ""
    return f'{line}<details class="board-list"><summary>Squares as a list</summary>{risk}<dl>{rows}</dl></details>'


def list_button(place: Reach) -> str:
    """One square in the list."""
    far = f" <small>{place.far}</small>" if place.far else ""
    special = f' class="is-{place.kind}" title="{safe(place.words)}"' if place.kind != "near" else ""
    return f'<button{special} name="answer" value="{safe(place.option)}">{safe(place.option)}{far}</button>'
