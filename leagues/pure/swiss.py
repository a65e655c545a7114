"""Draw one round of an open event: captains with similar points meet, and repeated meetings are avoided. Pure."""

import random
from dataclasses import dataclass, field

from leagues.pure.pairing import NotEnough, Table
from leagues.pure.standings import POINT

REPEATED_MEETING = 4 * POINT
"""Weight of one repeated meeting against distance in points."""


@dataclass(slots=True)
class Contestant:
    """A player's record before a round."""

    label: int
    points: int = 0
    met: dict[int, int] = field(default_factory=dict)
    seats: dict[int, int] = field(default_factory=dict)
    byes: int = 0


def sizes(players: int, seats: int, least: int) -> tuple[list[int], int]:
    """Return the table sizes and the number of players who sit out. Tables one seat smaller come before any bye."""
    if players < seats:
        raise NotEnough(f"{players} are left, and one table needs {seats}.")
    for idle in range(players):
        small = -(players - idle) % seats
        full = (players - idle - small * (seats - 1)) // seats
        if full >= 0 and (small == 0 or seats - 1 >= least):
            return [seats] * full + [seats - 1] * small, idle
    raise NotEnough("Nobody is left to play.")


def next_round(contestants: list[Contestant], seats: int, least: int, seed: str) -> tuple[list[Table], list[int]]:
    """Return the tables of the next round and the labels that sit it out. Ignore tie-breaks; order equal points at random."""
    chance = random.Random(f"{seed}:round")  # noqa: S311 - repeatable on purpose
    drawn = sorted(contestants, key=lambda contestant: contestant.label)
    chance.shuffle(drawn)
    drawn.sort(key=lambda contestant: -contestant.points)
    counts, idle = sizes(len(drawn), seats, least)
    resting = sorted(range(len(drawn)), key=lambda index: (drawn[index].byes, -index))[:idle]
    playing = [contestant for index, contestant in enumerate(drawn) if index not in resting]
    rows, begin = [], 0
    for count in counts:
        rows.append(playing[begin : begin + count])
        begin += count
    better(rows, chance)
    return [tuple(contestant.label for contestant in seated(row)) for row in rows], sorted(drawn[index].label for index in resting)


def better(rows: list[list[Contestant]], chance: random.Random) -> None:
    """Swap players between nearby tables while that reduces repeated meetings and differences in points."""
    for _ in range(60 * sum(len(row) for row in rows) if len(rows) > 1 else 0):
        table = chance.randrange(len(rows))
        other_table = min(len(rows) - 1, max(0, table + chance.choice((-2, -1, 1, 2))))
        if table == other_table:
            continue
        seat, other_seat = chance.randrange(len(rows[table])), chance.randrange(len(rows[other_table]))
        before = cost(rows[table]) + cost(rows[other_table])
        rows[table][seat], rows[other_table][other_seat] = rows[other_table][other_seat], rows[table][seat]
        if cost(rows[table]) + cost(rows[other_table]) > before:
            rows[table][seat], rows[other_table][other_seat] = rows[other_table][other_seat], rows[table][seat]


def cost(row: list[Contestant]) -> int:
    total = 0
    for index, contestant in enumerate(row):
        for opponent in row[index + 1 :]:
            total += abs(contestant.points - opponent.points) + REPEATED_MEETING * contestant.met.get(opponent.label, 0) ** 2
    return total


def seated(row: list[Contestant]) -> list[Contestant]:
    """Return the seating with the fewest repeated seats: the exact optimum, built up seat by seat."""
    best: dict[int, tuple[int, list[Contestant]]] = {0: (0, [])}
    for seat in range(len(row)):
        reached: dict[int, tuple[int, list[Contestant]]] = {}
        for taken, (paid, order) in best.items():
            for index, contestant in enumerate(row):
                if taken >> index & 1:
                    continue
                key, price = taken | 1 << index, paid + contestant.seats.get(seat, 0) ** 2
                if key not in reached or price < reached[key][0]:
                    reached[key] = (price, [*order, contestant])
        best = reached
    return next(iter(best.values()))[1]
