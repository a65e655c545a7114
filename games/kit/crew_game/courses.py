"""Compute the turns a ship needs to reach a goal, for bots."""

from collections.abc import Iterable, Iterator

from .chart import Chart

NEVER = 60
"""More turns than any goal is away."""


def turns_by_square(chart: Chart, goal: Iterable[int], reach: int) -> tuple[int, ...]:
    """Return the turns from each square to the nearest goal square, with moves of at most `reach` squares and any heading before each."""
    turns = [NEVER] * (max(chart.names) + 1)
    edge = list(goal)
    for square in edge:
        turns[square] = 0
    for count in range(1, NEVER):
        edge = list(next_edge(chart, edge, reach, turns, count))
        if not edge:
            break
    return tuple(turns)


def next_edge(chart: Chart, edge: Iterable[int], reach: int, turns: list[int], count: int) -> Iterator[int]:
    """Yield the squares first reached on this turn, counted backwards from the goal. Ships enter a harbour along the lines by which they
    leave it.
    """
    for square in edge:
        for ray in chart.rays[square]:
            for other in ray[:reach]:
                if turns[other] > count:
                    turns[other] = count
                    yield other
