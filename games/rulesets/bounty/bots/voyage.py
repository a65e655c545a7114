"""Plan the rest of a voyage and of the game, in turns: the ports to call at, and the time to turn home."""

from math import exp

from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import PACKS, ROLE, VALUE, pack
from games.rulesets.bounty.chart import HOME, PORT_SQUARES, distance

RATE = 1.4
"""Average dubloons that a turn earns, including robberies and trials."""
LAST_MILE = 4.0
"""Turns lost by coming home short of the goal, on top of the turns to earn the missing money."""
TRIAL = 0.017
"""The chance of a trial per turn."""
LONGEST_WAY = 40
HOME_PORT = len(PORTS)
"""The index of Home Port in `PLACES`, after the seven ports."""
PLACES = (*PORT_SQUARES, HOME)


def turns_table() -> tuple[float, ...]:
    """Return the average turns that a ship needs for each number of steps. A one loses the turn; a six earns another throw."""
    table = [0.0]
    for far in range(1, LONGEST_WAY):
        rest = sum(1 + table[max(0, far - throw)] for throw in range(2, 6)) + table[max(0, far - 6)]
        table.append((1 + rest) / 5)
    return tuple(table)


TURNS = turns_table()
LEGS = tuple(tuple(TURNS[min(distance(start_place, other), LONGEST_WAY - 1)] for other in PLACES) for start_place in PLACES)
FEES = tuple(port.fee for port in PORTS)
MEANS = tuple(sum(values) / 12 for values, _, _ in PACKS)
PIRATES = tuple(sum(ROLE[card] == "pirate" for card in pack(port)) / 12 for port in range(len(PORTS)))
WARSHIPS = tuple(sum(ROLE[card] == "warship" for card in pack(port)) / 12 for port in range(len(PORTS)))


def turns(start: int, stop: int) -> float:
    return TURNS[min(distance(start, stop), LONGEST_WAY - 1)]


def reaches(far: int) -> float:
    """Return the chance that one throw reaches a square `far` steps away."""
    return max(0, 7 - max(2, far)) / 6


def worth(cards: tuple[str, ...]) -> int:
    return sum(VALUE[card] for card in cards)


class Voyage:
    """The future of one ship, given its money, its cargo and the ports visited. Every figure is in turns; fewer are better."""

    def __init__(self, purse: int, cargo: float, visited: frozenset[int], goal: int, may_buy: bool, guilty: bool, rounds_left: int):
        self.purse, self.cargo, self.visited, self.goal, self.may_buy, self.rounds_left = purse, cargo, visited, goal, may_buy, rounds_left
        self.hazard = TRIAL if guilty else TRIAL / 3
        self.known: dict[tuple[int, frozenset[int]], float] = {}

    def from_square(self, square: int) -> float:
        """Return the turns to the end of the game from a square, by the best plan."""
        return min(self.plans(square).values())

    def plans(self, square: int) -> dict[int, float]:
        """Map each place to the turns to the end of the game if the ship sails there next: Home Port first, then the ports."""
        dear = self.dear(self.cargo)
        turns_by_place = {HOME_PORT: turns(square, PLACES[HOME_PORT]) * dear + self.after_sale(self.purse + self.cargo)}
        for port in self.open_ports(self.purse, self.visited):
            way = turns(square, PLACES[port])
            if way + LEGS[port][HOME_PORT] < self.rounds_left:
                turns_by_place[port] = way * dear + self.bought(port, self.purse, self.cargo, self.visited)
        return turns_by_place

    def bought(self, port: int, purse: int, cargo: float, visited: frozenset[int]) -> float:
        return self.from_port(port, purse - FEES[port], cargo + MEANS[port], visited | {port})

    def from_port(self, port: int, purse: int, cargo: float, visited: frozenset[int]) -> float:
        key = (port, visited)
        known = self.known.get(key)
        if known is None:
            dear, legs = self.dear(cargo), LEGS[port]
            known = legs[HOME_PORT] * dear + self.after_sale(purse + cargo)
            for other in self.open_ports(purse, visited):
                if legs[other] + LEGS[other][HOME_PORT] < self.rounds_left:
                    known = min(known, legs[other] * dear + self.bought(other, purse, cargo, visited))
            self.known[key] = known
        return known

    def open_ports(self, purse: int, visited: frozenset[int]) -> list[int]:
        if not self.may_buy:
            return []
        return [port for port, fee in enumerate(FEES) if port not in visited and fee <= purse]

    def dear(self, cargo: float) -> float:
        """Return the cost of a turn at sea, in turns, with this much cargo aboard."""
        return 1 + self.hazard * cargo / RATE

    def after_sale(self, money: float) -> float:
        """Return the turns from a sale at home to the end of the game."""
        if not self.goal:
            return -money / RATE
        missing = self.goal - money
        if missing < -30:
            return 0.0
        return max(0.0, missing) / RATE + LAST_MILE / (1 + exp(-missing / 3))
