"""The squares to which a ship may sail: the next squares, and all squares within reach with one good path to each."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.engine import IllegalAction, Place

from .cards import HOLD
from .chart import ANCHORAGE, NOWHERE, Chart
from .state import State

Way = tuple[int, tuple[int, ...]]
"""(worth of what the path passes, path)."""
Ways = dict[int, Way]
"""Square -> the best way there."""
Layer = dict[tuple[int, int], Way]
"""(square, previous square) -> the best way there."""


class Reach(NamedTuple):
    """The squares within reach, with a path to each: `ends` are squares that end the voyage, `ways` are stops on the way."""

    ends: dict[int, tuple[int, ...]]
    ways: dict[int, tuple[int, ...]]


def next_squares(state: State, ship: int, cause: str, remaining: int) -> tuple[int, ...]:
    """Return the squares to which a ship may sail next: never straight back, and onto a monster only by a push or the die's last step."""
    blackbeard, sea_monster = state.monsters
    squares = state.chart.onward(state.pos[ship], state.came[ship])
    if (blackbeard not in squares and sea_monster not in squares) or cause == "push" or (cause == "die" and remaining == 1):
        return squares
    land = state.chart.land
    return tuple(square for square in squares if square not in (blackbeard, sea_monster) or land[square])


def is_forced(state: State, squares: tuple[int, ...], cause: str) -> bool:
    """Return whether a ship must sail to one of `squares`. Unless pushed, no ship has to sail onto a monster."""
    blackbeard, sea_monster = state.monsters
    if cause == "push" or (blackbeard not in squares and sea_monster not in squares):
        return bool(squares)
    return any(square not in (blackbeard, sea_monster) or state.chart.land[square] for square in squares)


def reach(state: State, ship: int, cause: str, remaining: int) -> Reach:
    """Return all squares within `remaining` steps, each with the path that passes most coins."""
    at_sea = {square for square in state.monsters if not state.chart.land[square]}
    gain = gains(state, ship, cause)
    ends: Ways = {}
    ways: Ways = {}
    layer: Layer = {(state.pos[ship], state.came[ship]): (0, ())}
    for far in range(1, remaining + 1):
        onto_them = cause == "push" or (cause == "die" and far == remaining)
        layer = one_farther(state.chart, layer, ends, gain, at_sea, onto_them, cause == "push")
        for (square, _), (worth, path) in layer.items():
            better(ends if far == remaining else ways, square, worth - 10 * far * (far < remaining), path)
    return Reach({position: path for position, (_, path) in ends.items()}, {position: path for position, (_, path) in ways.items()})


def one_farther(chart: Chart, layer: Layer, ends: Ways, gain: dict[int, int], monsters: set[int], onto_them: bool, pushed: bool) -> Layer:
    """Return the layer one square farther. Store voyages that end there (on land, on a monster, at a dead end) in `ends`."""
    wider: Layer = {}
    for (square, came), (worth, path) in layer.items():
        dead = True
        for near in chart.ways(square):
            if near == came:
                continue
            if near in monsters:
                if onto_them:
                    better(ends, near, worth, (*path, near))
                    dead = dead and not pushed
                continue
            dead = False
            if chart.land[near]:
                better(ends, near, worth, (*path, near))
                continue
            value, key = worth + gain.get(near, 0), (near, square)
            if key not in wider or value > wider[key][0]:
                wider[key] = (value, (*path, near))
        if dead and path:
            better(ends, square, worth, path)
    return wider


def better(best: Ways, square: int, worth: int, path: tuple[int, ...]) -> None:
    """Store a path to a square if it is the first path there or passes more coins."""
    if square not in best or worth > best[square][0]:
        best[square] = (worth, path)


def gains(state: State, ship: int, cause: str) -> dict[int, int]:
    """Return the worth of passing each square, for the captain who chooses the path."""
    friend = state.team[state.owner[ship]] == state.team[state.turn]
    if cause == "push" or not friend:
        return {}
    full = state.is_hoard() and state.coins[ship] >= HOLD
    worths = {} if full else dict.fromkeys(state.loose, 2)
    if state.hoard and not full:
        worths[state.chart.mark] = 2
    if state.coins[ship]:
        worths[state.chart.port] = 3
    return worths


def through(state: State, ship: int, cause: str, remaining: int, points: tuple[int, ...], whole: bool) -> tuple[int, ...]:
    """Return a legal path that passes `points` in order and ends on the last point, or () if there is none.

    If the next point is beside the ship, the path goes straight there. A `whole` voyage uses all its steps.
    """
    chart, at_sea = state.chart, {square for square in state.monsters if not state.chart.land[square]}
    gain = gains(state, ship, cause)
    layer: dict[tuple[int, int, int], Way] = {(state.pos[ship], state.came[ship], 0): (0, ())}
    for far in range(1, remaining + 1):
        wider: dict[tuple[int, int, int], Way] = {}
        for (square, came, passed), (worth, path) in layer.items():
            point, last = points[passed], passed == len(points) - 1
            for near in (point,) if point in chart.ways(square) else chart.onward(square, came):
                stops = chart.land[near] or near in at_sea
                barred = near in at_sea and cause != "push" and not (cause == "die" and far == remaining)
                if near == came or barred:
                    continue
                if near == point and last and (stops or far == remaining or not whole):
                    return (*path, near)
                key, value = (near, square, passed + (near == point and not last)), worth + gain.get(near, 0)
                if not stops and (key not in wider or value > wider[key][0]):
                    wider[key] = (value, (*path, near))
        layer = wider
    return ()


def stroll(state: State, ship: int, cause: str, remaining: int, below: Callable[[int], int]) -> Iterator[str]:
    """Yield the names of the squares of a random whole voyage; `below` draws the random numbers."""
    chart, square, came = state.chart, state.pos[ship], state.came[ship]
    while remaining:
        nexts = [near for near in chart.onward(square, came) if chart.land[near] or near not in state.monsters]
        if not nexts:
            return
        square, came = nexts[below(len(nexts))], square
        yield chart.names[square]
        remaining = 0 if chart.land[square] else remaining - 1


class Course(Place):
    """The question of where a ship sails. `options` are the next squares, and words such as "stay".

    Any other square within reach is a legal answer, too; the ship sails the whole path. Reach and default are computed on demand.
    """

    __slots__ = ("squares", "state", "voyage", "words")

    def __init__(self, state: State, seat: int, voyage: tuple[int, str, int], squares: tuple[int, ...], words: tuple[str, ...] = ()):
        """Offer the next `squares`, every square within reach, and `words`."""
        self.seat, self.name, self.optional, self.reaction = seat, "sail", False, False
        self.state, self.voyage, self.squares, self.words = state, voyage, squares, words
        self.options = state.chart.called(squares) + words
        self.facts = {"ship": voyage[0], "cause": voyage[1], "left": voyage[2]}

    @property
    def default(self) -> str:
        """Return the next square towards the goal. A ship that may stay does so, unless the die brings it nearer."""
        ship, cause, _ = self.voyage
        square = onward(self.state, ship, self.squares)
        sails = not self.words or (cause == "die" and is_nearer(self.state, ship, square))
        return self.state.chart.names[square] if sails else self.words[0]

    def check(self, answer: Any) -> Any:
        if isinstance(answer, str) and (answer in self.options or answer in self.far()):
            return answer
        raise IllegalAction("not-offered", "That is not among the choices.")

    def answers(self) -> Iterator[str]:
        yield from self.options
        yield from sorted(self.far().keys() - set(self.options))

    def reach(self) -> Reach:
        return reach(self.state, *self.voyage)

    def far(self) -> dict[str, tuple[int, ...]]:
        """Map the name of every square within reach to a path there. Prefer a path that ends the voyage to a stop on the way."""
        names = self.state.chart.names
        within_reach = self.reach()
        return {names[square]: path for square, path in {**within_reach.ways, **within_reach.ends}.items()}


def path_to(state: State, voyage: tuple[int, str, int], answer: str) -> tuple[int, ...]:
    """Return the squares that an answer sails: the next square alone, or the path to a square farther away."""
    square = state.chart.squares[answer]
    if square in next_squares(state, *voyage):
        return (square,)
    within_reach = reach(state, *voyage)
    return within_reach.ends.get(square) or within_reach.ways[square]


def goal(state: State, ship: int) -> int:
    """Return the square that a ship sails for by default: the port if the ship has the coins it needs, otherwise the hoard."""
    coins = state.coins[ship]
    if not coins:
        return state.chart.mark
    enough = HOLD if state.is_hoard() else state.options["target"] - state.chest[state.team[state.owner[ship]]]
    return state.chart.port if coins >= enough or not state.hoard else state.chart.mark


def onward(state: State, ship: int, squares: tuple[int, ...]) -> int:
    """Return the next square on the way to the default goal, or NOWHERE."""
    blackbeard, sea_monster = state.monsters
    near = (blackbeard, sea_monster) if blackbeard in squares or sea_monster in squares else ()
    return state.chart.prudent(squares, goal(state, ship), near)


def to_go(state: State, ship: int) -> int:
    """Return the number of squares that a ship still has to sail to bring coins home."""
    chart, square, bound = state.chart, state.pos[ship], goal(state, ship)
    far = chart.far(bound)[square] if square >= 0 else 1 + chart.far(bound)[chart.port]
    return far if bound == chart.port else far + chart.to_mark[chart.port]


def is_nearer(state: State, ship: int, square: int) -> bool:
    """Return whether the next square brings a ship nearer to its goal, and holds no monster."""
    if square == NOWHERE or square in state.monsters:
        return False
    position = state.pos[ship]
    if position == ANCHORAGE:
        return True
    far = state.chart.far(goal(state, ship))
    return far[square] < far[position]
