"""One round of an open event: neighbours in points meet, nobody meets the same people again while it can be helped. Pure."""

import random
from dataclasses import dataclass, field

from leagues.pure.pairing import NotEnough, Table

AGAIN = 4
"""What one repeated meeting weighs against one point (840 parts) of distance."""
POINT = 840


@dataclass(slots=True)
class Contestant:
    """What is known of one person before a round."""

    label: int
    points: int = 0
    met: dict[int, int] = field(default_factory=dict)
    seats: dict[int, int] = field(default_factory=dict)
    byes: int = 0


def sizes(people: int, seats: int, least: int) -> tuple[list[int], int]:
    """Sizes of the tables, and how many sit out: tables one smaller are used before anybody does."""
    if people < seats:
        raise NotEnough(f"{people} are left, and one table needs {seats}.")
    for idle in range(people):
        small = -(people - idle) % seats
        full = (people - idle - small * (seats - 1)) // seats
        if full >= 0 and (small == 0 or seats - 1 >= least):
            return [seats] * full + [seats - 1] * small, idle
    raise NotEnough("Nobody is left to play.")


def next_round(contestants: list[Contestant], seats: int, least: int, seed: str) -> tuple[list[Table], list[int]]:
    """The tables of the next round and the labels that sit it out. Never looks at tie-breaks; equals are put in order by lot."""
    chance = random.Random(f"{seed}:round")  # noqa: S311 - repeatable on purpose
    drawn = sorted(contestants, key=lambda one: one.label)
    chance.shuffle(drawn)
    drawn.sort(key=lambda one: -one.points)
    counts, idle = sizes(len(drawn), seats, least)
    resting = sorted(range(len(drawn)), key=lambda at: (drawn[at].byes, -at))[:idle]
    playing = [one for at, one in enumerate(drawn) if at not in resting]
    rows, begin = [], 0
    for count in counts:
        rows.append(playing[begin : begin + count])
        begin += count
    better(rows, chance)
    return [tuple(one.label for one in seated(row)) for row in rows], sorted(drawn[at].label for at in resting)


def better(rows: list[list[Contestant]], chance: random.Random) -> None:
    """Exchange people of tables near each other while repeated meetings and distances in points become fewer by it."""
    for _ in range(60 * sum(len(row) for row in rows) if len(rows) > 1 else 0):
        at = chance.randrange(len(rows))
        to = min(len(rows) - 1, max(0, at + chance.choice((-2, -1, 1, 2))))
        if at == to:
            continue
        one, other = chance.randrange(len(rows[at])), chance.randrange(len(rows[to]))
        before = cost(rows[at]) + cost(rows[to])
        rows[at][one], rows[to][other] = rows[to][other], rows[at][one]
        if cost(rows[at]) + cost(rows[to]) > before:
            rows[at][one], rows[to][other] = rows[to][other], rows[at][one]


def cost(row: list[Contestant]) -> int:
    """What speaks against this table."""
    total = 0
    for index, one in enumerate(row):
        for other in row[index + 1 :]:
            total += abs(one.points - other.points) + AGAIN * POINT * one.met.get(other.label, 0) ** 2
    return total


def seated(row: list[Contestant]) -> list[Contestant]:
    """The order in which the seats were had least often, exactly: the best of all, built up seat by seat."""
    best: dict[int, tuple[int, list[Contestant]]] = {0: (0, [])}
    for seat in range(len(row)):
        reached: dict[int, tuple[int, list[Contestant]]] = {}
        for taken, (paid, order) in best.items():
            for index, one in enumerate(row):
                if taken >> index & 1:
                    continue
                key, price = taken | 1 << index, paid + one.seats.get(seat, 0) ** 2
                if key not in reached or price < reached[key][0]:
                    reached[key] = (price, [*order, one])
        best = reached
    return next(iter(best.values()))[1]
