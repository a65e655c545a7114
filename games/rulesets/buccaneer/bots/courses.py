"""How many turns a ship needs to a goal: found once for each goal and strength, then only looked up."""

from collections.abc import Iterable
from functools import lru_cache

from games.rulesets.buccaneer.chart import ANCHOR, CHART, COAST, FLAT_COAST

NEVER = 60
MOST = 24
COAST_GOAL, FLAT_GOAL, ANCHOR_GOAL = "coast", "flat", "anchor"
Goal = str | int
"""A place to sail for: one of the words above, or the number of a square."""

SPOTS: dict[Goal, frozenset[int]] = {COAST_GOAL: COAST, FLAT_GOAL: FLAT_COAST, ANCHOR_GOAL: frozenset((ANCHOR,))}


def reach_of(strength: int) -> int:
    """The longest move of such a crew; a ship without any still drifts one square."""
    return max(1, min(MOST, strength))


@lru_cache(maxsize=2048)
def turns_table(goal: Goal, reach: int) -> tuple[int, ...]:
    """Square -> turns to the goal for a ship that may point as it likes before its next move."""
    spots = SPOTS.get(goal) or (goal,)
    turns = [NEVER] * (max(CHART.names) + 1)
    for spot in spots:
        turns[spot] = 0
    edge: Iterable[int] = spots
    for count in range(1, NEVER):
        edge = list(_next_edge(edge, reach, turns, count))
        if not edge:
            break
    return tuple(turns)


def _next_edge(edge: Iterable[int], reach: int, turns: list[int], count: int) -> Iterable[int]:
    """Squares first reached on this turn, counted backwards from the goal."""
    for square in edge:
        for ray in CHART.rays[square]:
            for other in ray[:reach]:
                if turns[other] > count:
                    turns[other] = count
                    yield other


def turns(goal: Goal, square: int, strength: int) -> int:
    """Turns from a square, the ship pointing as it likes."""
    return turns_table(goal, reach_of(strength))[square]


def turns_ahead(goal: Goal, square: int, heading: int, strength: int) -> int:
    """Turns from a square with the bow pointing that way: sail on, or spend a turn on turning."""
    table = turns_table(goal, reach_of(strength))
    best = table[square]
    for other in CHART.rays[square][heading][: reach_of(strength)]:
        best = min(best, table[other])
    return 1 + best
