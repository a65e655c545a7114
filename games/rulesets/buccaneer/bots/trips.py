"""The trips that a captain considers, the turns they take, and the worth of squares for these trips."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from games.kit.crew_game.chart import turns_by_square
from games.kit.crew_game.crew import sailing
from games.rulesets.buccaneer.cards import CHARTS, HOLD
from games.rulesets.buccaneer.sea import Sea
from games.rulesets.buccaneer.state import points

from .ashore import Ship, best_bargain
from .goods import card_aboard, crew_in, gain_of_crew, hold_worth, landed_worth, treasure_in
from .reckoning import Reckoning, dearest_worth, luck
from .weights import FLAT_ISLAND, HOME, KIDD, MEAN_CREW, PORTS, SECOND, TREASURE_ISLAND

LONGEST_MOVE = 24
COAST_GOAL, FLAT_GOAL, ANCHOR_GOAL = "coast", "flat", "anchor"
Goal = str | int
"""A place to sail to: "coast", "flat", "anchor", or the number of a square."""


def spots_of(sea: Sea, goal: Goal) -> frozenset[int]:
    named = {COAST_GOAL: sea.coast, FLAT_GOAL: sea.flat_coast, ANCHOR_GOAL: frozenset((sea.anchor,))}
    return named[goal] if isinstance(goal, str) else frozenset((goal,))


def reach_of(strength: int) -> int:
    """Return the longest move, in squares, of a crew of this strength; a ship without crew still drifts one square."""
    return max(1, min(LONGEST_MOVE, strength))


@lru_cache(maxsize=2048)
def turns_to(sea: Sea, goal: Goal, reach: int) -> tuple[int, ...]:
    """Return the number of turns from each square to the goal, for a ship that may point in any direction before its next move."""
    return turns_by_square(sea, spots_of(sea, goal), reach)


def turns(sea: Sea, goal: Goal, square: int, strength: int) -> int:
    """Return the number of turns from a square to the goal, for a ship that may point in any direction."""
    return turns_to(sea, goal, reach_of(strength))[square]


def turns_ahead(sea: Sea, goal: Goal, square: int, heading: int, strength: int) -> int:
    """Return the number of turns from a square to the goal, for a ship with this heading: sail ahead, or spend a turn on turning."""
    away = turns_to(sea, goal, reach_of(strength))
    best = away[square]
    for other in sea.rays[square][heading][: reach_of(strength)]:
        best = min(best, away[other])
    return 1 + best


KIDD_LIMIT = 7


@cache
def flat_corners(sea: Sea) -> tuple[int, ...]:
    """Return two opposite corners, which stand for the whole coast of Flat Island."""
    return tuple(sorted(sea.flat_coast, key=sea.cell))[:: len(sea.flat_coast) - 1]


class Trip(NamedTuple):
    """A trip: sail to a goal, act there, and bring the gain home. `worth` takes account of turns only from the arrival on."""

    goal: Goal
    worth: float


def trips(own: Reckoning) -> list[Trip]:
    """Return every trip that a bot of this level considers next."""
    plans, landed = own.style.plans, landed_worth(own.hold, own.banked)
    if own.wins_with(own.hold) or own.cargo >= own.style.laden:
        return [Trip(own.home, landed)]
    considered = [Trip(COAST_GOAL, landed + stay_at_treasure_island(own, own.room, own.strength))] if TREASURE_ISLAND in plans else []
    if HOME in plans and own.hold:
        considered.append(Trip(own.home, landed))
    if FLAT_ISLAND in plans and own.public.flat:
        considered += pick_up_at_flat_island(own)
    if KIDD in plans and own.can_dig and own.room:
        considered.append(dig_at_the_anchor(own))
    if PORTS in plans:
        considered += trade_at_ports(own)
    return considered


def homeward(own: Reckoning, squares: frozenset[int], strength: int) -> float:
    """Return the (negative) worth of sailing home from the best of these squares."""
    away = turns_to(own.sea, own.home, reach_of(strength))
    return -own.turn * min(away[square] for square in squares)


def stay_at_treasure_island(own: Reckoning, room: int, strength: int) -> float:
    """Return the worth of drawing cards at Treasure Island until a card brings treasure, then going home or staying for more."""
    home = homeward(own, own.sea.coast, strength)
    stock = tuple(own.public.treasure.items())
    chance, average = luck(stock, room)
    if not chance:
        return own.card_worth + home
    more = stay_at_treasure_island(own, room - 1, strength) - own.turn if room > 1 else home
    return (own.card_worth - own.turn * (1 - chance)) / chance + average + max(home, more)


def onward(own: Reckoning, square: int, strength: int, room: int) -> float:
    """Return the worth of sailing on after a stop elsewhere: home, or to Treasure Island if there is room in the hold."""
    home = homeward(own, frozenset((square,)), strength)
    if not room:
        return home
    return max(home, stay_at_treasure_island(own, room, strength) - own.turn * turns(own.sea, COAST_GOAL, square, strength))


def pick_up_at_flat_island(own: Reckoning) -> Iterator[Trip]:
    flat = own.public.flat
    crew = gain_of_crew(own.hand, sailing(crew_in(flat)) / MEAN_CREW, own.style)
    pieces = sorted(points((piece,)) for piece in treasure_in(flat))[::-1][: own.room]
    if crew + sum(pieces) > 0:
        gain = crew + sum(pieces) + landed_worth(own.hold, own.banked)
        yield Trip(FLAT_GOAL, gain + max(onward(own, square, own.strength, own.room - len(pieces)) for square in flat_corners(own.sea)))


def dig_at_the_anchor(own: Reckoning) -> Trip:
    treasure = dearest_worth(tuple(own.public.treasure.items()), KIDD_LIMIT, own.room)
    cost = max(card_aboard(card, own.edition) for card in own.kept if card in CHARTS)
    gain = treasure - cost + landed_worth(own.hold, own.banked)
    return Trip(ANCHOR_GOAL, gain + homeward(own, frozenset((own.sea.anchor,)), own.strength))


def trade_at_ports(own: Reckoning) -> Iterator[Trip]:
    """Yield trips to buy goods at other ports' docks and bring them home with the remaining crew."""
    public = own.public
    ship = Ship(own.hand, own.hold, own.kept, own.banked, public.chart_used, own.edition)
    for port, square in enumerate(own.sea.harbours):
        bargain = best_bargain(ship, public.docks[port], own.style) if square != own.home and public.docks[port] else None
        if bargain is None:
            continue
        after = bargain.ship
        gain = bargain.worth - hold_worth(after.hold, own.banked) + hold_worth(own.hold, own.banked)
        gain += landed_worth(after.hold, own.banked) + own.grudge(port) * points(bargain.taken)
        yield Trip(square, gain + onward(own, square, sailing(after.hand), HOLD - len(after.hold)))


class Outlook:
    """The worth of squares and headings to one captain."""

    def __init__(self, own: Reckoning):
        self.own, self.trips, self.prey = own, trips(own), prey(own)

    def of_square(self, square: int) -> float:
        own = self.own
        worth = blend([trip.worth - own.turn * turns(own.sea, trip.goal, square, own.strength) for trip in self.trips])
        return worth + max((self.hunting(square, heading) for heading in range(8)), default=0.0) if self.prey else worth

    def of_heading(self, square: int, heading: int) -> float:
        if square in self.own.sea.port_at:
            return self.of_square(square)
        own = self.own
        ahead = [trip.worth - own.turn * turns_ahead(own.sea, trip.goal, square, heading, own.strength) for trip in self.trips]
        return blend(ahead) + self.hunting(square, heading)

    def hunting(self, square: int, heading: int) -> float:
        """Return the worth of rivals straight ahead and within reach that may still be there next turn and are worth a fight."""
        reach = self.own.sea.rays[square][heading][: self.own.strength]
        return max((worth for other, worth in self.prey.items() if other in reach), default=0.0)


def prey(own: Reckoning) -> dict[int, float]:
    """Return the expected gain from attacking a rival on each square, if the rival stays there."""
    if not own.style.hunt:
        return {}
    worths = {square: own.style.hunt * max(map(own.fight_worth, seats)) for square, seats in own.at_sea.items()}
    return {square: worth for square, worth in worths.items() if worth > 0}


def blend(worths: list[float]) -> float:
    """Return the best worth, plus a small part of the second best."""
    worths.sort()
    return worths[-1] + (SECOND * worths[-2] if len(worths) > 1 else 0.0)
