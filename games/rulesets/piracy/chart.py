"""The charts, with all neighbours and distances computed once. Squares are numbered from 0, row by row from the north-west."""

from collections import deque
from functools import cache, lru_cache

from . import board

ANCHORAGE, GONE, NOWHERE = -1, -2, -3
"""Places off the chart: of a ship that has not sailed yet, of a ship that left the game, and no square at all."""

DIRECTIONS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Chart:
    """One chart: the kind and the neighbours of every square."""

    def __init__(self, key: str):
        rows = board.CHARTS[key]
        self.key, self.width, self.height = key, len(rows[0]), len(rows)
        self.kind = "".join(rows)
        self.names = tuple(f"{chr(65 + square % self.width)}{square // self.width + 1}" for square in range(len(self.kind)))
        self.squares = {name: square for square, name in enumerate(self.names)}
        neighbours = ({self.beside(square, direction) for direction in DIRECTIONS} for square in range(len(self.kind)))
        self.near = tuple(tuple(sorted(squares - {NOWHERE})) for squares in neighbours)
        self.port, self.mark = self.kind.index("P"), self.kind.index("X")
        self.homes = (self.kind.index("S"), self.kind.index("T"))
        self.land = tuple(kind not in ".PX" for kind in self.kind)
        self.roads = tuple(tuple(near for near in nears if self.kind[near] == ".") for nears in self.near)
        self.islands = board.ISLANDS[key]
        self.to_port, self.to_mark = self.far(self.port), self.far(self.mark)

    def cell(self, square: int) -> tuple[int, int]:
        """Return (column, row), both from 0, of a square."""
        return square % self.width, square // self.width

    def beside(self, square: int, direction: str) -> int:
        """Return the square next to `square` in a direction, or NOWHERE. From the anchorage, only east leads on, to the wharf."""
        if square == ANCHORAGE:
            return self.port if direction == "E" else NOWHERE
        dc, dr = DIRECTIONS[direction]
        c, r = self.cell(square)
        inside = 0 <= c + dc < self.width and 0 <= r + dr < self.height
        return square + dc + dr * self.width if inside else NOWHERE

    def ways(self, square: int) -> tuple[int, ...]:
        """Return the squares to which a ship may try to sail next, blocked or not."""
        return self.near[square] if square >= 0 else (self.port,)

    @lru_cache(maxsize=2000)  # noqa: B019  two charts live as long as the process
    def onward(self, square: int, came: int) -> tuple[int, ...]:
        """Return the squares to which a ship may try to sail next, without `came`, the square that it just left."""
        return tuple(near for near in self.ways(square) if near != came)

    @lru_cache(maxsize=5000)  # noqa: B019  two charts live as long as the process
    def called(self, squares: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.names[square] for square in squares)

    @lru_cache(maxsize=5000)  # noqa: B019  two charts live as long as the process
    def prudent(self, squares: tuple[int, ...], goal: int, monsters: tuple[int, ...]) -> int:
        """Return the next square on the shortest route to `goal`, avoiding monsters and captivity if possible."""
        far, risky = self.far(goal), {*monsters, *self.homes}
        return min(squares, key=lambda square: (square in risky, far[square], square), default=NOWHERE)

    def name(self, square: int) -> str:
        """Return a square's name, such as F5; "the anchorage" off the chart."""
        return self.names[square] if square >= 0 else "the anchorage"

    def place(self, square: int) -> str:
        """Return a square's proper name, if it has one."""
        kind = self.kind[square] if square >= 0 else ""
        special = {"P": board.PORT, "X": board.MARK, "S": board.HOMES[0], "T": board.HOMES[1]}
        return special.get(kind) or self.islands.get(kind, "")

    @cache  # noqa: B019  two charts live as long as the process
    def far(self, goal: int) -> tuple[int, ...]:
        """Return the minimum number of steps from every square to `goal`. Routes may begin and end on land, but not cross land."""
        far, queue = {goal: 0}, deque([goal])
        while queue:
            square = queue.popleft()
            if self.land[square] and far[square]:
                continue
            for near in self.near[square]:
                if near not in far:
                    far[near] = far[square] + 1
                    queue.append(near)
        return tuple(far.get(square, 99) for square in range(len(self.kind)))

    @lru_cache(maxsize=30_000)  # noqa: B019  two charts live as long as the process
    def monster_ends(self, square: int, other: int) -> tuple[int, ...]:
        """Return where a monster's move may end: exactly three steps over water, never straight back or through the other monster."""
        ends: set[int] = set()
        for first in self.roads[square]:
            if first == other:
                continue
            for two in self.roads[first]:
                if two not in (square, other):
                    ends.update(three for three in self.roads[two] if three != first and three != other)
        ends.discard(square)
        return tuple(sorted(ends))

    def monster_way(self, start: int, end: int) -> tuple[int, ...]:
        """Return one three-step route of a monster from `start` to `end`."""
        ways = (
            (first, second)
            for first in self.roads[start]
            for second in self.roads[first]
            if second != start and first != end and end in self.roads[second]
        )
        return start, *next(ways, ()), end


CHARTS = {key: Chart(key) for key in board.CHARTS}
