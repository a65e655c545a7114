"""The prospects of a square: digging on the captain's own coast, going home, and goods to fetch elsewhere."""

from collections.abc import Iterator

from games.rulesets.trade_winds.board import ISLES
from games.rulesets.trade_winds.cards import CHARTS, LOAD
from games.rulesets.trade_winds.chart import CHART
from games.rulesets.trade_winds.state import points

from .courses import turns
from .reckoning import Reckoning, treasure_in, useful
from .trading import best_bargain, ship_of
from .weights import CHART_FINDS, DRAW

MOST_DRAWS = 8
SHORES = tuple(tuple(sorted(CHART.coasts[isle])) for isle in ISLES)


class Outlook:
    """The worth of squares to this captain."""

    def __init__(self, own: Reckoning):
        self.own = own
        self.errands = list(errands(own)) if own.style.roams else []

    def of_square(self, square: int, cargo: int, need: int) -> float:
        """Return the worth of the best plan from there with this cargo, if `need` points are missing to win."""
        own = self.own
        way_home = turns((own.home,), square, own.strength)
        best = max(self.home(cargo, need, way_home), self.dig(square, cargo, need))
        for spots, gain in self.errands:
            away = turns(spots, square, own.strength)
            back = turns((own.home,), spots[0], own.strength)
            best = max(best, gain + self.home(cargo, need, away + back))
        return best

    def home(self, cargo: int, need: int, away: int) -> float:
        """Return the worth of bringing home the cargo aboard."""
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
    """Yield (squares, gain) of goods to fetch elsewhere: goods washed up, charts, bargains."""
    for isle, shore in enumerate(SHORES):
        gain: float = min(own.room, points(treasure_in(own.public.isles[isle])))
        gain += min(own.room - gain, CHART_FINDS) if CHARTS[isle] in own.kept else 0
        if gain:
            yield shore, min(gain, max(0, own.need - own.cargo))
    ship = ship_of(own)
    for port, square in enumerate(CHART.harbours):
        docks = own.view.docks[port]
        if square == own.home or not docks:
            continue
        bargain = best_bargain(ship, docks, own.style)
        if bargain is not None:
            yield (square,), bargain.worth + own.grudge(port) * points(bargain.taken)
