"""The squares that a question offers."""

from collections.abc import Callable, Sequence
from typing import Any

from games.engine import Decision, Place
from games.kit.controls import Reach

from .chart import Chart

WORDS = {"stay": "Stay where you are"}
"""The words for an answer that is not a square."""
Describe = Callable[[Place, str, int, tuple[int | None, int | None]], Reach]
"""`describe(decision, option, square, (heading, distance))`: one offered square; both are None away from the ship's lines."""


def reach(chart: Chart, view: Any, decision: Decision | None, describe: Describe) -> list[Reach]:
    """Return every square offered to the reader, nearest first within each direction.

    Readers never see another seat's offers: where over-sailing is not allowed, they would reveal its strength.
    """
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    start = view.public.at[decision.seat]
    rays = chart.rays[start] if start >= 0 else ()
    lines = {square: (heading, far) for heading, ray in enumerate(rays) for far, square in enumerate(ray, 1)}
    squares = {option: chart.squares[option] for option in decision.options if option in chart.squares}
    places = [describe(decision, option, square, lines.get(square, (None, None))) for option, square in squares.items()]
    return sorted(places, key=lambda place: (-1 if place.heading is None else place.heading, place.far or 0))


def who(seat: int, names: Sequence[str]) -> str:
    """Return a player's name, or the number of the ship if no name is known."""
    return str(names[seat]) if seat < len(names) else f"ship {seat + 1}"


def words_offered(chart: Chart, decision: Place) -> list[tuple[str, str]]:
    return [(option, WORDS.get(option, option.capitalize())) for option in decision.options if option not in chart.squares]
