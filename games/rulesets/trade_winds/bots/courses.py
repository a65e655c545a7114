"""How many turns a ship needs to a goal: found once for each goal and reach, then only looked up."""

from collections.abc import Iterable
from functools import lru_cache

from games.rulesets.trade_winds.chart import CHART, NAMES

NEVER = 60
MOST = 20


@lru_cache(maxsize=2048)
def turns_table(spots: tuple[int, ...], reach: int) -> tuple[int, ...]:
    """Square -> turns to the nearest of these squares with moves of so many squares."""
    turns = [NEVER] * (max(NAMES) + 1)
    for spot in spots:
        turns[spot] = 0
    edge: Iterable[int] = spots
    for count in range(1, NEVER):
        edge = list(next_edge(edge, reach, turns, count))
        if not edge:
            break
    return tuple(turns)


def next_edge(edge: Iterable[int], reach: int, turns: list[int], count: int) -> Iterable[int]:
    """Squares first reached on this turn, counted backwards from the goal; harbours are entered as they are left."""
    for square in edge:
        for ray in CHART.rays[square]:
            for other in ray[:reach]:
                if turns[other] > count:
                    turns[other] = count
                    yield other


def turns(spots: tuple[int, ...], square: int, strength: int) -> int:
    """Turns from a square; turning the bow costs one of the strength."""
    return turns_table(spots, max(1, min(MOST, strength - 1)))[square]
