"""The rest of a voyage and of the game, in turns: the ports to call at, and the time to turn home."""

from math import exp

from .reckoning import FEES, HOME_PORT, LEGS, MEANS, PLACES, turns
from .weights import LAST_MILE, RATE, TRIAL


class Voyage:
    """The future of one ship with this money, this cargo and these ports visited. Every figure is in turns; fewer are better."""

    def __init__(
        self,
        purse: int,
        cargo: float,
        visited: frozenset[int],
        goal: int,
        *,
        may_buy: bool = True,
        guilty: bool = False,
        rounds_left: int = 999,
    ):
        self.purse, self.cargo, self.visited, self.goal, self.may_buy, self.rounds_left = purse, cargo, visited, goal, may_buy, rounds_left
        self.hazard = TRIAL if guilty else TRIAL / 3
        self.known: dict[tuple[int, frozenset[int]], float] = {}

    def from_square(self, square: int) -> float:
        """Return the turns to the end from a square, by the best plan."""
        dear = self.dear(self.cargo)
        best = turns(square, PLACES[HOME_PORT]) * dear + self.after_sale(self.purse + self.cargo)
        for port in self.open_ports(self.purse, self.visited):
            way = turns(square, PLACES[port])
            if way + LEGS[port][HOME_PORT] < self.rounds_left:
                best = min(best, way * dear + self.bought(port, self.purse, self.cargo, self.visited))
        return best

    def bought(self, port: int, purse: int, cargo: float, visited: frozenset[int]) -> float:
        """Return the turns to the end after buying a card at this port."""
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
        """Return the ports where this ship may still buy."""
        if not self.may_buy:
            return []
        return [port for port, fee in enumerate(FEES) if port not in visited and fee <= purse]

    def dear(self, cargo: float) -> float:
        """Return the cost of a turn at sea with this much cargo aboard."""
        return 1 + self.hazard * cargo / RATE

    def after_sale(self, money: float) -> float:
        """Return the turns from the sale at home to the end of the game."""
        if not self.goal:
            return -money / RATE
        missing = self.goal - money
        if missing < -30:
            return 0.0
        return max(0.0, missing) / RATE + LAST_MILE / (1 + exp(-missing / 3))
