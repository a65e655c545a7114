"""Figures that never change: the turns that distances take, the worth of each port's cards, the chance of a pirate or a warship."""

from games.rulesets.bounty.board import PORTS
from games.rulesets.bounty.cards import PACKS, ROLE, VALUE, pack
from games.rulesets.bounty.chart import HOME, PORT_SQUARES, distance

LONGEST_WAY = 40
HOME_PORT = len(PORTS)
"""The number of Home Port among the harbours of a voyage, after the seven ports."""
PLACES = (*PORT_SQUARES, HOME)


def turns_table() -> tuple[float, ...]:
    """Return the average turns that a ship needs for each number of steps. A one loses the turn; a six gives another throw."""
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
    """Return the average turns from one square to another."""
    return TURNS[min(distance(start, stop), LONGEST_WAY - 1)]


def reaches(far: int) -> float:
    """Return the chance that one throw reaches this distance."""
    return max(0, 7 - max(2, far)) / 6


def worth(cards: tuple[str, ...]) -> int:
    """Return the value of cards at sale."""
    return sum(VALUE[card] for card in cards)
