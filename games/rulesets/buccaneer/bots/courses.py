"""The number of turns a ship needs to a goal, computed once for each goal and strength, then looked up."""

from functools import lru_cache

from games.kit.crew_game.courses import turns_by_square
from games.rulesets.buccaneer.sea import Sea

LONGEST_MOVE = 24
COAST_GOAL, FLAT_GOAL, ANCHOR_GOAL = "coast", "flat", "anchor"
Goal = str | int
"""A place to sail for: one of the words above, or the number of a square."""


def spots_of(sea: Sea, goal: Goal) -> frozenset[int]:
    """Return the squares at which a ship has reached the goal."""
    named = {COAST_GOAL: sea.coast, FLAT_GOAL: sea.flat_coast, ANCHOR_GOAL: frozenset((sea.anchor,))}
    return named[goal] if isinstance(goal, str) else frozenset((goal,))


def reach_of(strength: int) -> int:
    """Return the longest move of a crew of this strength; without crew, a ship still drifts one square."""
    return max(1, min(LONGEST_MOVE, strength))


@lru_cache(maxsize=2048)
def turns_to(sea: Sea, goal: Goal, reach: int) -> tuple[int, ...]:
    """Return the turns from each square to the goal for a ship that may point anywhere before its next move."""
    return turns_by_square(sea, spots_of(sea, goal), reach)


def turns(sea: Sea, goal: Goal, square: int, strength: int) -> int:
    """Return the turns from a square if the ship may point anywhere."""
    return turns_to(sea, goal, reach_of(strength))[square]


def turns_ahead(sea: Sea, goal: Goal, square: int, heading: int, strength: int) -> int:
    """Return the turns from a square with the bow pointing that way: sail on, or spend a turn on turning."""
    away = turns_to(sea, goal, reach_of(strength))
    best = away[square]
    for other in sea.rays[square][heading][: reach_of(strength)]:
        best = min(best, away[other])
    return 1 + best
