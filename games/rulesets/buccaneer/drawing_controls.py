"""The controls on the chart: buttons over its squares, and the same squares as a list."""

from collections.abc import Sequence

from games.engine import Decision, Place
from games.kit import controls
from games.kit.controls import Reach, listed, window
from games.kit.crew_game.grid import spot
from games.kit.svg import Markup

from .seen import View

LARGEST = 24
"""Squares along the largest board; smaller ones have their own class."""
RISK = "Broken rings and dashed buttons lie beyond your strength."


def board_around(view: View, chart: str, decision: Decision | None, places: Sequence[Reach]) -> Markup:
    """Return the chart in its window; if a square is asked for, add buttons over it and a list below."""
    sea = view.public.sea
    below, asked = "", False
    if isinstance(decision, Place) and decision.seat == view.seat:
        below, asked = listed(places, RISK), True
    return window(chart, asked, here(view, places), places, below, f"board-{sea.size}" if sea.size < LARGEST else "")


def here(view: View, places: Sequence[Reach] = ()) -> str:
    """Return the spot that a phone shows first: the reader's own ship, or half way to the only offered square."""
    sea, square = view.public.sea, view.public.at[view.seat] if view.seat is not None else -1
    if square < 0:
        return ""
    if len(places) == 1:
        (c, r), (c1, r1) = sea.cell(square), sea.cell(places[0].square)
        return controls.spot((c + c1) // 2, sea.width - 1 - (r + r1) // 2)
    return spot(sea, square)
