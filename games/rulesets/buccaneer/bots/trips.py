"""The trips a captain may think of, and what a square is worth in their light."""

from collections.abc import Iterator
from typing import NamedTuple

from games.kit.crew import sailing

from ..cards import CHARTS
from ..chart import ANCHOR, CHART, COAST, FLAT_COAST, is_harbour
from ..state import points
from .courses import ANCHOR_GOAL, COAST_GOAL, FLAT_GOAL, Goal, turns, turns_ahead, turns_table
from .goods import crew_in, gain_of_crew, hold_worth, landed_worth, treasure_in
from .reckoning import Reckoning, dearest_worth
from .trading import Ship, best_bargain
from .weights import FLAT_ISLAND, HOME, KEPT, KIDD, PORTS, TREASURE_ISLAND

KIDD_LIMIT = 7
SECOND = 0.15
"""How much the second best trip counts: a square that leaves a choice is the better one."""


class Trip(NamedTuple):
    """Sail to a goal, do what is to be done there, and bring it home: `after` turns later than the arrival."""

    goal: Goal
    gain: float
    after: float


def trips(own: Reckoning) -> list[Trip]:
    """Everything this level thinks of doing next."""
    plans = own.style.plans
    found = [stay_at_treasure_island(own)] if TREASURE_ISLAND in plans else []
    if HOME in plans and (own.hold or own.banked >= 20):
        found.append(Trip(own.home, landed_worth(own.hold, own.banked), 0))
    if FLAT_ISLAND in plans and own.public.flat:
        found += pick_up_at_flat_island(own)
    if KIDD in plans and own.can_dig and own.room:
        found.append(dig_at_the_anchor(own))
    if PORTS in plans:
        found += trade_at_ports(own)
    return found


def homeward(own: Reckoning, squares: frozenset[int]) -> int:
    """Turns home from the best of these squares."""
    table = turns_table(own.home, max(1, min(24, own.strength)))
    return min(table[square] for square in squares)


def stay_at_treasure_island(own: Reckoning) -> Trip:
    """Draw cards until something is found."""
    draws = own.style.draws if own.room else 1.0
    gain = draws * own.draw_worth + landed_worth(own.hold, own.banked)
    return Trip(COAST_GOAL, gain, draws - 1 + homeward(own, COAST))


def pick_up_at_flat_island(own: Reckoning) -> Iterator[Trip]:
    """Take what has been washed up there."""
    flat = own.public.flat
    crew = gain_of_crew(own.hand, sailing(crew_in(flat)) / 1.77, own.style)
    pieces = sorted(points((piece,)) for piece in treasure_in(flat))
    gain = crew + sum(pieces[len(pieces) - own.room :] if own.room < len(pieces) else pieces)
    if gain > 0:
        yield Trip(FLAT_GOAL, gain + landed_worth(own.hold, own.banked), homeward(own, FLAT_COAST))


def dig_at_the_anchor(own: Reckoning) -> Trip:
    """Land one of Kidd's charts."""
    found = dearest_worth(tuple(own.public.treasure.items()), KIDD_LIMIT, own.room)
    cost = max(KEPT[card] for card in own.kept if card in CHARTS)
    return Trip(ANCHOR_GOAL, found - cost + landed_worth(own.hold, own.banked), homeward(own, frozenset((ANCHOR,))))


def trade_at_ports(own: Reckoning) -> Iterator[Trip]:
    """Buy what lies at the docks of others, and bring it home with the crew that is left."""
    public, style = own.public, own.style
    ship = Ship(own.hand, own.hold, own.kept, own.banked, public.chart_used)
    for port, square in enumerate(CHART.harbours):
        if square == own.home or not public.docks[port]:
            continue
        bargain = best_bargain(ship, public.docks[port], style)
        if bargain is None:
            continue
        after = bargain.ship
        gain = bargain.worth - hold_worth(after.hold, own.banked) + hold_worth(own.hold, own.banked)
        gain += landed_worth(after.hold, own.banked)
        yield Trip(square, gain, turns(own.home, square, sailing(after.hand)))


class Outlook:
    """What squares and headings are worth to this captain."""

    def __init__(self, own: Reckoning):
        self.own, self.trips = own, trips(own)
        self.turn = own.style.turn + own.style.spread * own.cargo

    def of_square(self, square: int) -> float:
        """Lying there, free to point anywhere."""
        strength = self.own.strength
        return blend([t.gain - self.turn * (turns(t.goal, square, strength) + t.after) for t in self.trips])

    def of_heading(self, square: int, heading: int) -> float:
        """Lying there with the bow that way."""
        if is_harbour(square):
            return self.of_square(square)
        strength = self.own.strength
        return blend([t.gain - self.turn * (turns_ahead(t.goal, square, heading, strength) + t.after) for t in self.trips])


def blend(worths: list[float]) -> float:
    """The best, and a little of the second best."""
    worths.sort()
    return worths[-1] + (SECOND * worths[-2] if len(worths) > 1 else 0.0)
