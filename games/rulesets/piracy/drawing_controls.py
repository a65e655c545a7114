"""What is pressed on the chart: buttons over its squares, and the same squares as a list."""

from collections.abc import Sequence

from games.engine import Decision
from games.kit.controls import Reach, window
from games.kit.svg import Markup, safe

from .drawing_ink import spot
from .drawing_reach import Offer, words_offered
from .seen import View

GROUPS = (("step", "The next square"), ("end", "All the way to"), ("way", "Stop on the way at"))


def board_around(view: View, chart: str, decision: Decision | None, offers: Sequence[Offer]) -> Markup:
    """The chart in its window, with buttons over it and a list beneath when a square is asked for."""
    asked = decision is not None and decision.kind == "place" and decision.seat == view.seat
    places = [
        Reach(place.option, place.square, None, None, "foe" if place.risky else place.kind, place.words, spot(view.chart, place.square))
        for place in offers
    ]
    below = listed(words_offered(decision), offers) if asked and decision else ""
    return window(chart, asked, here(view), places, below, f"chart-{view.chart.key}")


def here(view: View) -> str:
    """Where one's own ship lies: the window opens there."""
    if view.seat is None or view.seat in view.public.gone:
        return ""
    square = next(at for at, owner in zip(view.public.pos, view.public.owner, strict=True) if owner == view.seat)
    return spot(view.chart, square if square >= 0 else view.chart.port)


def listed(words: Sequence[tuple[str, str]], offers: Sequence[Offer]) -> str:
    """The same squares in sizes for a thumb, and the answers that are no squares."""
    said = "".join(f'<button name="answer" value="{safe(option)}">{safe(text)}</button>' for option, text in words)
    rows = []
    for kind, title in GROUPS:
        buttons = "".join(button(place) for place in offers if place.kind == kind)
        if buttons:
            rows.append(f"<dt>{title}</dt><dd>{buttons}</dd>")
    first = f'<p class="board-words">{said}</p>' if said else ""
    return f'{first}<details class="board-list"><summary>Squares as a list</summary><dl>{"".join(rows)}</dl></details>'


def button(place: Offer) -> str:
    """One square in the list."""
    special = ' class="is-foe"' if place.risky else ""
    return f'<button{special} name="answer" value="{safe(place.option)}" title="{safe(place.words)}">{safe(place.option)}</button>'
