"""The squares that are offered to the one who is asked."""

from collections.abc import Callable, Sequence
from typing import Any

from games.engine import Decision, Place
from games.kit.controls import Reach

from .chart import Chart

WORDS = {"stay": "Stay where you are"}
"""What an answer says that is no square."""
Describe = Callable[[Place, str, int, tuple[int | None, int | None]], Reach]
"""`describe(decision, option, square, (heading, how far))`: one square on offer; None and None off the ship's lines."""


def reach(chart: Chart, view: Any, decision: Decision | None, describe: Describe) -> list[Reach]:
    """Every square offered to the seat that looks, nearest first within each direction.

    Nobody sees what another seat is offered: where over-sailing is not allowed, that would tell its strength.
    """
    if not isinstance(decision, Place) or decision.seat != view.seat:
        return []
    start = view.public.at[decision.seat]
    rays = chart.rays[start] if start >= 0 else ()
    lines = {square: (heading, far) for heading, ray in enumerate(rays) for far, square in enumerate(ray, 1)}
    squares = {option: chart.squares[option] for option in decision.options if option in chart.squares}
    found = [describe(decision, option, square, lines.get(square, (None, None))) for option, square in squares.items()]
    return sorted(found, key=lambda place: (-1 if place.heading is None else place.heading, place.far or 0))


def who(seat: int, names: Sequence[str]) -> str:
    """A player's name, or the number of the ship where no name is known."""
    return str(names[seat]) if seat < len(names) else f"ship {seat + 1}"


def words_offered(chart: Chart, decision: Place) -> list[tuple[str, str]]:
    """The options of a Place that are no squares, with what they say."""
    return [(option, WORDS.get(option, option.capitalize())) for option in decision.options if option not in chart.squares]
