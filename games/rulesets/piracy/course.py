"""Where a ship may sail: the next squares, and every square within reach with one good path to it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.engine import IllegalAction, Place

from .cards import HOLD
from .chart import ANCHORAGE, NOWHERE, Chart
from .state import State


class Reach(NamedTuple):
    """`ends`: square -> path on which the whole voyage ends there. `ways`: squares on the way, with the shortest path."""

    ends: dict[int, tuple[int, ...]]
    ways: dict[int, tuple[int, ...]]


def next_squares(state: State, ship: int, cause: str, left: int) -> tuple[int, ...]:
    """Return the squares that may be sailed to next: never straight back, round the monsters, onto one only with the last step."""
    one, two = state.monsters
    found = state.chart.onward(state.pos[ship], state.came[ship])
    if (one not in found and two not in found) or cause == "push" or (cause == "die" and left == 1):
        return found
    land = state.chart.land
    return tuple(square for square in found if square not in (one, two) or land[square])


def is_forced(state: State, squares: tuple[int, ...], cause: str) -> bool:
    """Return whether one of these must be sailed to. Nobody must sail onto a monster."""
    one, two = state.monsters
    if cause == "push" or (one not in squares and two not in squares):
        return bool(squares)
    return any(square not in (one, two) or state.chart.land[square] for square in squares)


Layer = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""(square, the one before it) -> the worth of what the way there passes, and the way."""


def reach(state: State, ship: int, cause: str, left: int) -> Reach:
    """Return everything within `left` squares, layer by layer; of several paths, the one that passes most coins."""
    at_sea = {square for square in state.monsters if not state.chart.land[square]}
    gain = gains(state, ship, cause)
    ends: dict[int, tuple] = {}
    ways: dict[int, tuple] = {}
    layer: Layer = {(state.pos[ship], state.came[ship]): (0, ())}
    for far in range(1, left + 1):
        onto_them = cause == "push" or (cause == "die" and far == left)
        layer = one_farther(state.chart, layer, ends, gain, at_sea, onto_them, cause == "push")
        for (square, _), (worth, path) in layer.items():
            better(ends if far == left else ways, square, worth - 10 * far * (far < left), path)
    return Reach({at: path for at, (_, path) in ends.items()}, {at: path for at, (_, path) in ways.items()})


def one_farther(chart: Chart, layer: Layer, ends: dict, gain: dict, monsters: set[int], onto_them: bool, pushed: bool) -> Layer:
    """Return one square on from each of a layer. Voyages that end there go into `ends`: on land, on a monster, or without a way on."""
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


def better(found: dict[int, tuple], square: int, worth: int, path: tuple) -> None:
    """Keep this way to a square if it is the first or passes more."""
    if square not in found or worth > found[square][0]:
        found[square] = (worth, path)


def gains(state: State, ship: int, cause: str) -> dict[int, int]:
    """Return the squares worth passing for the mover who chooses the path."""
    friend = state.team[state.owner[ship]] == state.team[state.turn]
    if cause == "push" or not friend:
        return {}
    full = state.is_hoard() and state.coins[ship] >= HOLD
    found = {} if full else dict.fromkeys(state.loose, 2)
    if state.hoard and not full:
        found[state.chart.mark] = 2
    if state.coins[ship]:
        found[state.chart.port] = 3
    return found


def through(state: State, ship: int, cause: str, left: int, points: tuple[int, ...], whole: bool) -> tuple[int, ...]:
    """Return a legal path that passes these squares in order and ends on the last, or () if there is no such path.

    From a square beside the next point it goes straight there. A `whole` voyage leaves no step that could still be sailed.
    """
    chart, at_sea = state.chart, {square for square in state.monsters if not state.chart.land[square]}
    gain = gains(state, ship, cause)
    layer: dict[tuple[int, int, int], tuple[int, tuple]] = {(state.pos[ship], state.came[ship], 0): (0, ())}
    for far in range(1, left + 1):
        wider: dict[tuple[int, int, int], tuple[int, tuple]] = {}
        for (square, came, passed), (worth, path) in layer.items():
            point, last = points[passed], passed == len(points) - 1
            for near in (point,) if point in chart.ways(square) else chart.onward(square, came):
                stops = chart.land[near] or near in at_sea
                barred = near in at_sea and cause != "push" and not (cause == "die" and far == left)
                if near == came or barred:
                    continue
                if near == point and last and (stops or far == left or not whole):
                    return (*path, near)
                key, value = (near, square, passed + (near == point and not last)), worth + gain.get(near, 0)
                if not stops and (key not in wider or value > wider[key][0]):
                    wider[key] = (value, (*path, near))
        layer = wider
    return ()


def stroll(state: State, ship: int, cause: str, left: int, below: Callable[[int], int]) -> Iterator[str]:
    """Yield the names of the squares of a random whole voyage; `below` is chance."""
    chart, at, came = state.chart, state.pos[ship], state.came[ship]
    while left:
        nexts = [near for near in chart.onward(at, came) if chart.land[near] or near not in state.monsters]
        if not nexts:
            return
        at, came = nexts[below(len(nexts))], at
        yield chart.names[at]
        left = 0 if chart.land[at] else left - 1


class Course(Place):
    """The question where a ship sails. `options` are the next squares and a few words; any square within reach may be
    named too, which sails the whole path. Reach and default are worked out only on demand."""

    __slots__ = ("squares", "state", "voyage", "words")

    def __init__(self, state: State, seat: int, voyage: tuple[int, str, int], squares: tuple[int, ...], words: tuple[str, ...] = ()):
        """Ask where to sail from here: to one of `squares`, further, or one of `words`."""
        self.seat, self.name, self.optional, self.reaction = seat, "sail", False, False
        self.state, self.voyage, self.squares, self.words = state, voyage, squares, words
        self.options = state.chart.called(squares) + words
        self.facts = {"ship": voyage[0], "cause": voyage[1], "left": voyage[2]}

    @property
    def default(self) -> str:
        """Return the way towards the goal; a resting ship stays, unless the die brings it nearer."""
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
        """Return all squares within reach and one path to each."""
        return reach(self.state, *self.voyage)

    def far(self) -> dict[str, tuple[int, ...]]:
        """Return every square within reach by its name; the end of the voyage comes before a stop on the way."""
        names = self.state.chart.names
        found = self.reach()
        return {names[square]: path for square, path in {**found.ways, **found.ends}.items()}


def path_to(state: State, voyage: tuple[int, str, int], answer: str) -> tuple[int, ...]:
    """Return the squares of an answer: one step for the next square, else the path to it."""
    square = state.chart.squares[answer]
    if square in next_squares(state, *voyage):
        return (square,)
    found = reach(state, *voyage)
    return found.ends.get(square) or found.ways[square]


def goal(state: State, ship: int) -> int:
    """Return the default goal: home with as many coins as are useful, otherwise the hoard."""
    coins = state.coins[ship]
    if not coins:
        return state.chart.mark
    enough = HOLD if state.is_hoard() else state.options["target"] - state.chest[state.team[state.owner[ship]]]
    return state.chart.port if coins >= enough or not state.hoard else state.chart.mark


def onward(state: State, ship: int, squares: tuple[int, ...]) -> int:
    """Return the next square for such a captain, or NOWHERE."""
    one, two = state.monsters
    near = (one, two) if one in squares or two in squares else ()
    return state.chart.prudent(squares, goal(state, ship), near)


def to_go(state: State, ship: int) -> int:
    """Return how many squares are left, there and back."""
    chart, at, bound = state.chart, state.pos[ship], goal(state, ship)
    far = chart.far(bound)[at] if at >= 0 else 1 + chart.far(bound)[chart.port]
    return far if bound == chart.port else far + chart.to_mark[chart.port]


def is_nearer(state: State, ship: int, square: int) -> bool:
    """Return whether this next square brings a ship nearer to its goal, and into no trouble."""
    if square == NOWHERE or square in state.monsters:
        return False
    at = state.pos[ship]
    if at == ANCHORAGE:
        return True
    far = state.chart.far(goal(state, ship))
    return far[square] < far[at]
