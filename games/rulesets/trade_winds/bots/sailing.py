"""Choose where to sail: weigh the immediate gain, the plans from there, and the rivals in the way."""

from collections.abc import Iterator
from functools import lru_cache

from games.engine import Choose, Pick
from games.engine.decisions import Below
from games.kit.crew_game.chart import turns_by_square
from games.rulesets.trade_winds.board import ISLES
from games.rulesets.trade_winds.cards import CHARTS, LOAD
from games.rulesets.trade_winds.chart import BESIDE, CHART, SQUARES, apart, bearing
from games.rulesets.trade_winds.state import points

from .reckoning import ABOARD, CHART_FINDS, DRAW, DRAW_CREW, Reckoning, best_bargain, ship_of, treasure_in, useful

LONGEST_MOVE = 20
MOST_DRAWS = 8
SHORES = tuple(tuple(sorted(CHART.coasts[isle])) for isle in ISLES)
STAY = "stay"


@lru_cache(maxsize=2048)
def turns_to(spots: tuple[int, ...], reach: int) -> tuple[int, ...]:
    """Return, for each square, the turns to the nearest of `spots` by moves of at most `reach` squares."""
    return turns_by_square(CHART, spots, reach)


def turns(spots: tuple[int, ...], square: int, strength: int) -> int:
    """Return the turns from a square to the nearest of `spots`, if each move loses one square by turning."""
    return turns_to(spots, max(1, min(LONGEST_MOVE, strength - 1)))[square]


class Outlook:
    """The captain's plans from any square: going home, drawing cards on their own coast, and errands elsewhere."""

    def __init__(self, own: Reckoning):
        self.own = own
        self.errands = list(errands(own)) if own.style.roams else []

    def of_square(self, square: int, cargo: int, need: int) -> float:
        """Return the worth of the best plan from a square with `cargo` points aboard, if a win takes `need` more points."""
        return max(worth for worth, _, _ in self.plans(square, cargo, need))

    def plans(self, square: int, cargo: int, need: int) -> Iterator[tuple[float, int, tuple[int, ...]]]:
        """Yield (worth, turns to the first goal, squares of that goal) of each plan."""
        own = self.own
        way_home = turns((own.home,), square, own.strength)
        yield self.home(cargo, need, way_home), way_home, (own.home,)
        yield self.dig(square, cargo, need), turns(own.coast, square, own.strength), own.coast
        for spots, gain in self.errands:
            away = turns(spots, square, own.strength)
            back = turns((own.home,), spots[0], own.strength)
            yield gain + self.home(cargo, need, away + back), away, spots

    def home(self, cargo: int, need: int, away: int) -> float:
        return useful(cargo, need) - (self.own.style.turn + self.own.style.risk * cargo) * away

    def dig(self, square: int, cargo: int, need: int) -> float:
        """Return the worth of drawing cards on the captain's own coast as long as it pays, then going home."""
        own, best = self.own, -1e9
        there = 1 if square in own.coast else turns(own.coast, square, own.strength)
        back = turns((own.home,), own.coast[1], own.strength)
        for draws in range(1, MOST_DRAWS + 1):
            after = min(LOAD, cargo + DRAW * draws)
            at_sea = there + draws - 1 + back
            cost = own.style.turn * at_sea + own.style.risk * (cargo * at_sea + DRAW * draws * (draws / 2 + back))
            best = max(best, useful(after, need) - cost)
            if after >= LOAD:
                break
        return best


def errands(own: Reckoning) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield (squares, gain) of each errand: fetching washed-up goods, playing a chart, or making a bargain."""
    for isle, shore in enumerate(SHORES):
        if gain := isle_gain(own, isle):
            yield shore, gain
    for port, square in enumerate(CHART.harbours):
        if square != own.home and (gain := port_gain(own, port)):
            yield (square,), gain


def isle_gain(own: Reckoning, isle: int) -> float:
    """Return the points towards a win that the ship could fetch from an island."""
    gain: float = min(own.room, points(treasure_in(own.public.isles[isle])))
    gain += min(own.room - gain, CHART_FINDS) if CHARTS[isle] in own.kept else 0
    return min(gain, max(0, own.need - own.cargo))


def port_gain(own: Reckoning, port: int) -> float:
    """Return the gain of the best bargain in a port, or 0."""
    docks = own.view.docks[port]
    bargain = best_bargain(ship_of(own), docks, own.style) if docks else None
    return bargain.worth + own.grudge(port) * points(bargain.taken) if bargain else 0.0


def choose_sail(own: Reckoning, decision: Choose | Pick, below: Below) -> str:
    """Return the option with the highest expected gain; on a tie, the first."""
    outlook = Outlook(own)
    here = decision.facts["here"]
    far = decision.facts["strength"]
    options = [name for name in decision.options if name != here and (name == STAY or within(own, name, far))]
    return max(options, key=lambda name: worth(own, outlook, own.at if name == STAY else SQUARES[name]))


def within(own: Reckoning, name: str, far: int) -> bool:
    """Return whether the crew is strong enough to sail to the square `name`. (Some tables let ships try to sail farther.)"""
    return apart(own.at, SQUARES[name]) <= max(1, far)


def worth(own: Reckoning, outlook: Outlook, square: int) -> float:
    """Return the worth of ending the move on `square`."""
    total, cargo, need = 0.0, own.cargo, own.need
    if square != own.at:
        foes = own.ships.get(square, [])
        if foes:
            total += max(map(own.fight_worth, foes)) - own.style.boldness
        gain, cargo, need = arrival(own, square)
        total += gain - gauntlet(own, square)
    return total + outlook.of_square(square, cargo, need) - danger(own, square, cargo)


def arrival(own: Reckoning, square: int) -> tuple[float, int, int]:
    """Return (immediate gain, cargo afterwards, need afterwards) of stopping on `square`."""
    if square == own.home:
        return useful(own.cargo, own.need), 0, max(1, own.need - own.cargo)
    if square in own.coast:
        return DRAW_CREW, min(own.cargo + min(round(DRAW), own.room), own.cargo + own.room), own.need
    port = CHART.port_at.get(square)
    if port is not None:
        return port_gain(own, port), own.cargo, own.need
    isle = BESIDE.get(square)
    if isle is not None:
        return ABOARD * isle_gain(own, isle), own.cargo, own.need
    return 0.0, own.cargo, own.need


def gauntlet(own: Reckoning, square: int) -> float:
    """Return the expected loss to rivals on the way. A rival that is likely to win is expected to stop the ship."""
    line = CHART.rays[own.at][bearing(own.at, square)]
    cost = 0.0
    for passed in line[: line.index(square)]:
        for rival in own.ships.get(passed, ()):
            win, lose = own.odds(rival)
            cost += max(0.0, own.style.fear * (lose - win)) * own.stake * 2
    return cost


def danger(own: Reckoning, square: int, cargo: int) -> float:
    """Return the expected loss during a round on `square`, to rivals who can reach the square and win."""
    if not own.style.fear or not cargo or square == own.home:
        return 0.0
    cost = 0.0
    for rival in own.rivals:
        position = own.public.at[rival]
        far = sum(own.public.backs[rival])
        if position != square and any(square in ray[:far] for ray in CHART.rays[position]):
            _, lose = own.odds(rival)
            cost += own.style.fear * lose * ABOARD * cargo
    return cost
