"""The number of turns a ship needs to a goal, computed once for each goal and reach, then looked up."""

from functools import lru_cache

from games.kit.crew_game.chart import turns_by_square
from games.rulesets.trade_winds.chart import CHART

LONGEST_MOVE = 20


@lru_cache(maxsize=2048)
def turns_to(spots: tuple[int, ...], reach: int) -> tuple[int, ...]:
    """Return the turns from each square to the nearest of these squares with moves of at most `reach` squares."""
    return turns_by_square(CHART, spots, reach)


def turns(spots: tuple[int, ...], square: int, strength: int) -> int:
    """Return the turns from a square; turning the bow costs one of the strength."""
    return turns_to(spots, max(1, min(LONGEST_MOVE, strength - 1)))[square]
