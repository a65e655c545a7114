"""A square sea with islands and harbours; every line and distance is computed once.

Square (c, r) has the number c + width * r. (1, 1) is the south-western sea square; c grows to the east, r to the north. The rim
(0 and size + 1) is mainland, broken only by harbours. Sea squares are named by letter and number ("A1" is (1, 1)),
harbours by their port.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.kit.heading import HEADINGS, STEPS, reverse

Box = tuple[int, int, int, int]
"""(first column, last column, first row, last row), all inclusive."""


@dataclass(frozen=True, slots=True)
class Port:
    """A harbour as printed: name, square, headings by which ships may leave, and colour."""

    name: str
    at: tuple[int, int]
    exits: tuple[str, str, str]
    colour: str


class Chart:
    """One board. `islands` maps the key of each island to its box; `ports` are in clockwise order."""

    def __init__(self, size: int, islands: Mapping[str, Box], ports: Iterable[Port]):
        self.size, self.width = size, size + 2
        self.islands, self.ports = dict(islands), tuple(ports)
        self.harbours = tuple(self.number(*port.at) for port in self.ports)
        self.port_at = {square: index for index, square in enumerate(self.harbours)}
        self.exits = tuple(tuple(HEADINGS.index(name) for name in port.exits) for port in self.ports)
        self.land = {self.number(c, r) for box in self.islands.values() for c, r in cells(box)}
        self.sea = tuple(
            square
            for r in range(1, size + 1)
            for c in range(1, size + 1)
            if (square := self.number(c, r)) not in self.land and square not in self.port_at
        )
        self.names = self._names()
        self.squares = {name: square for square, name in self.names.items()}
        self.rays = self._rays()
        self.beside = {square: tuple(ray[0] for ray in rays if ray) for square, rays in self.rays.items()}
        self.ray_names = {square: tuple(tuple(self.names[s] for s in ray) for ray in rays) for square, rays in self.rays.items()}
        self._distances: dict[int, dict[int, int]] = {}

    def number(self, c: int, r: int) -> int:
        return c + self.width * r

    def cell(self, square: int) -> tuple[int, int]:
        return square % self.width, square // self.width

    def ring(self, box: Box) -> frozenset[int]:
        """Return the coast of an island: every sea square that touches the island, even at a corner."""
        c1, c2, r1, r2 = box
        around = {self.number(c, r) for c, r in cells((c1 - 1, c2 + 1, r1 - 1, r2 + 1))}
        return frozenset(around & set(self.sea))

    @cached_property
    def coasts(self) -> dict[str, frozenset[int]]:
        return {key: self.ring(box) for key, box in self.islands.items()}

    def _names(self) -> dict[int, str]:
        names = {square: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[c - 1] + str(r) for square in self.sea for c, r in [self.cell(square)]}
        return names | {square: self.ports[index].name for square, index in self.port_at.items()}

    def _rays(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        """Return the squares that a ship may reach in a straight line, for each square and heading; land and harbours end a line."""
        open_sea = set(self.sea)
        return {square: tuple(self._ray(square, heading, open_sea) for heading in range(8)) for square in self.names}

    def _ray(self, square: int, heading: int, open_sea: set[int]) -> tuple[int, ...]:
        harbour = self.port_at.get(square)
        if harbour is not None and heading not in self.exits[harbour]:
            return ()
        step, line = STEPS[heading][0] + self.width * STEPS[heading][1], []
        while True:
            square += step
            if square in open_sea:
                line.append(square)
                continue
            port = self.port_at.get(square)
            if port is not None and reverse(heading) in self.exits[port]:
                line.append(square)
            return tuple(line)

    def distances(self, start: int) -> dict[int, int]:
        """Return the least number of steps over water from `start` to each square. A route may end in a harbour but not cross one."""
        steps = self._distances.get(start)
        if steps is None:
            steps, queue = {start: 0}, deque([start])
            while queue:
                square = queue.popleft()
                if square in self.port_at and square != start:
                    continue
                for near in self.beside[square]:
                    if near not in steps:
                        steps[near] = steps[square] + 1
                        queue.append(near)
            self._distances[start] = steps
        return steps

    def to_rim(self, square: int, heading: int) -> int:
        """Return the last square before the rim in this direction, ignoring islands."""
        c, r = self.cell(square)
        dc, dr = STEPS[heading]
        while 1 <= c + dc <= self.size and 1 <= r + dr <= self.size:
            c, r = c + dc, r + dr
        return self.number(c, r)

    def apart(self, start: int, end: int) -> tuple[int, int]:
        """Return the distance between two squares as (columns, rows), never negative."""
        (c1, r1), (c2, r2) = self.cell(start), self.cell(end)
        return abs(c1 - c2), abs(r1 - r2)


def cells(box: Box) -> Iterable[tuple[int, int]]:
    c1, c2, r1, r2 = box
    return ((c, r) for r in range(r1, r2 + 1) for c in range(c1, c2 + 1))


NEVER = 60
"""A number of turns greater than any distance to a goal."""


def turns_by_square(chart: Chart, goal: Iterable[int], reach: int) -> tuple[int, ...]:
    """Return the turns from each square to the nearest goal square; a ship sails up to `reach` squares per turn, with any heading."""
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
    """Record and yield the squares that are `count` turns from the goal. Ships enter harbours along the harbour's exits."""
    for square in edge:
        for ray in chart.rays[square]:
            for other in ray[:reach]:
                if turns[other] > count:
                    turns[other] = count
                    yield other
