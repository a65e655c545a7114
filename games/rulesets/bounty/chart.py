"""The board, with all routes and distances computed. Ships go step by step, never diagonally, and a harbour ends a voyage.

Squares are numbered row by row from A1 in the north-west.
"""

from collections import deque
from functools import cache

from .board import ADMIRALTY as ADMIRALTY_AT
from .board import HOME as HOME_AT
from .board import ISLANDS, PORTS, SIZE

LETTERS = "ABCDEFGHIJKLM"
FAR_OFF = 999


def number(name: str) -> int:
    return (int(name[1:]) - 1) * SIZE + LETTERS.index(name[0])


LAND = frozenset(number(name) for names in ISLANDS.values() for name in names)
NAMES = {square: LETTERS[square % SIZE] + str(square // SIZE + 1) for square in range(SIZE * SIZE) if square not in LAND}
SQUARES = {name: square for square, name in NAMES.items()}
HOME, ADMIRALTY = SQUARES[HOME_AT], SQUARES[ADMIRALTY_AT]
PORT_SQUARES = tuple(SQUARES[port.at] for port in PORTS)
PORT_AT = {square: port for port, square in enumerate(PORT_SQUARES)}
HARBOURS = frozenset((HOME, ADMIRALTY, *PORT_SQUARES))
CALLED = {HOME: "Home Port", ADMIRALTY: "Admiralty Island"} | {PORT_SQUARES[index]: port.name for index, port in enumerate(PORTS)}
"""Harbour -> its name."""


def cell(square: int) -> tuple[int, int]:
    """Return (column, row) of a square, both from 0; rows count from the north."""
    return square % SIZE, square // SIZE


def beside(square: int) -> tuple[int, ...]:
    """Return the squares one step away that a ship may enter."""
    column, row = cell(square)
    steps = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    return tuple(r * SIZE + c for c, r in steps if 0 <= c < SIZE and 0 <= r < SIZE and r * SIZE + c not in LAND)


NEXT = {square: beside(square) for square in NAMES}


@cache
def distances(start: int) -> dict[int, int]:
    """Return the minimum number of steps from `start` to every square; a route may end in a harbour, but not pass through one."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        square = queue.popleft()
        if square in HARBOURS and square != start:
            continue
        for other in NEXT[square]:
            if other not in steps:
                steps[other] = steps[square] + 1
                queue.append(other)
    return steps


def distance(start: int, stop: int) -> int:
    return distances(start).get(stop, FAR_OFF)


@cache
def walks(start: int, throw: int) -> tuple[str, ...]:
    """Return the names of the squares that a throw can reach: at sea in exactly `throw` steps, harbours in at most `throw`.

    A ship returns to its starting harbour only with the whole throw, so only with an even throw.
    """
    reached, harbours = {start}, set()
    for steps in range(1, throw + 1):
        reached = {other for square in reached for other in NEXT[square]}
        if start in HARBOURS and start in reached and steps == throw:
            harbours.add(start)
        harbours |= (reached & HARBOURS) - {start}
        reached -= HARBOURS
    return tuple(NAMES[square] for square in sorted(reached | harbours))


@cache
def homeward(start: int, throw: int, version: int) -> tuple[str, ...]:
    """Return the names of the squares that a bankrupt ship can reach: along a shortest route to Home Port, into no other harbour.

    Version 1 of the rules also allowed a harbour no farther from home than the end of the route.
    """
    far = distances(HOME)
    remaining = max(0, far[start] - throw)
    nearer = [name for name in walks(start, throw) if far[SQUARES[name]] == remaining]
    return tuple(name for name in nearer if version < 2 or SQUARES[name] == HOME or SQUARES[name] not in HARBOURS)


@cache
def towards(start: int, throw: int, goal: int) -> str:
    """Return the name of the reachable square that is nearest to `goal`; never another harbour."""
    far = distances(goal)
    squares = [SQUARES[name] for name in walks(start, throw)]
    open_ones = [square for square in squares if square == goal or square not in HARBOURS]
    return NAMES[min(open_ones or squares, key=lambda square: (far.get(square, FAR_OFF), square))]


@cache
def path(start: int, stop: int) -> tuple[int, ...]:
    """Return the squares of a shortest route, both ends included, for pictures."""
    way, far = [stop], distances(start)
    if stop not in far:
        return (start, stop)
    while way[-1] != start:
        here = way[-1]
        near = [square for square in NEXT[here] if far.get(square, FAR_OFF) == far[here] - 1]
        way.append(next(square for square in near if square == start or square not in HARBOURS))
    return tuple(reversed(way))
