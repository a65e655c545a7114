"""Pair players and assign seats, with pure functions of numbers. Random draws come from a published seed.

A table is a tuple of labels in the order of seats. A division of v labels at tables of k seats has v tables: all rotations
of one set, so every label plays k games and takes each seat once. With a difference set, every pair also meets equally often.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil, comb
from typing import NamedTuple

from leagues.pure.standings import POINT

Table = tuple[int, ...]

DIFFERENCE_SETS: dict[tuple[int, int], Table] = {
    (7, 3): (0, 1, 3),
    (7, 4): (0, 3, 5, 6),
    (13, 4): (0, 1, 3, 9),
    (11, 5): (1, 3, 4, 5, 9),
    (21, 5): (3, 6, 7, 12, 14),
    (11, 6): (0, 2, 6, 7, 8, 10),
    (31, 6): (1, 5, 11, 24, 25, 27),
    (15, 7): (0, 1, 2, 4, 5, 8, 10),
    (15, 8): (3, 6, 7, 9, 11, 12, 13, 14),
}
MAX_SETS = 4000
"""Maximum number of sets tried if no difference set is known; if more sets exist, the seed selects a sample."""
REPEATED_MEETING = 4 * POINT
"""Cost of one repeated meeting; a difference of one 840th of a point costs 1."""
STEPS = 12000
"""Number of swaps tried to improve a schedule: a second of work at most, with the same result on every machine."""


class NotEnough(ValueError):
    """Raised if there are too few players for one table. The message says how many are needed."""


class Quality(NamedTuple):
    """Fairness of a schedule. Each field is (fewest, most): games per label, meetings per pair, times that a label takes one seat."""

    games: tuple[int, int]
    meetings: tuple[int, int]
    seats: tuple[int, int]

    @property
    def is_perfect(self) -> bool:
        return all(least == most for least, most in self)


# -- how many divisions ---------------------------------------------------------------------------
def division_sizes(entries: int, size: int, seats: int) -> list[int]:
    """Return the division sizes, highest division first. Only the last two can differ from `size`. Raise NotEnough."""
    if entries < seats:
        raise NotEnough(f"{entries} have registered, and one table needs {seats}.")
    full, rest = divmod(entries, size)
    if rest == 0:
        return [size] * full
    if rest > seats or not full:
        return [size] * full + [rest]
    last = size + rest
    half = last // 2
    if rest == 1 or half < seats:
        return [size] * (full - 1) + [last]
    return [size] * (full - 1) + [last - half, half]


# -- fair by construction, or as fair as can be found ---------------------------------------------
def schedule(labels: int, seats: int, seed: str) -> list[Table]:
    """Return all tables of one division; the same seed gives the same tables. Raise NotEnough."""
    if labels < seats:
        raise NotEnough(f"A table of {seats} needs {seats} players, and there are {labels}.")
    if seats == 2:
        return berger(labels)
    known = DIFFERENCE_SETS.get((labels, seats))
    if known is None and labels in (seats, seats + 1):
        known = tuple(range(seats))
    if known is not None:
        return turned(known, labels)
    return improved(turned(best_set(labels, seats, seed), labels), labels, seed)


def turned(first: Table, labels: int) -> list[Table]:
    return [tuple((label + turn) % labels for label in first) for turn in range(labels)]


def berger(labels: int) -> list[Table]:
    """Return a round robin for tables of two; each label has the first seat in half of its games (±1)."""
    even = labels + labels % 2
    tables: list[Table] = []
    for turn in range(even - 1):
        ring = [(turn + step) % (even - 1) for step in range(even - 1)]
        pairs = [(even - 1, ring[0]), *((ring[step], ring[-step]) for step in range(1, even // 2))]
        for index, (first, second) in enumerate(pairs):
            if labels not in (first, second) or labels == even:
                tables.append((second, first) if index == 0 and turn % 2 else (first, second))
    return tables


def best_set(labels: int, seats: int, seed: str) -> Table:
    others = range(1, labels)
    if comb(labels - 1, seats - 1) <= MAX_SETS:
        tried: Iterable[tuple[int, ...]] = combinations(others, seats - 1)
    else:
        chance = random.Random(f"{seed}:set")  # noqa: S311 - repeatable on purpose
        tried = (tuple(sorted(chance.sample(others, seats - 1))) for _ in range(MAX_SETS))
    return min(((0, *rest) for rest in tried), key=lambda candidate: unevenness(candidate, labels))


def unevenness(candidate: Table, labels: int) -> int:
    counts = [0] * labels
    for label in candidate:
        for other in candidate:
            counts[(label - other) % labels] += 1
    return sum(count * count for count in counts[1:])


def improved(tables: list[Table], labels: int, seed: str) -> list[Table]:
    """Swap players in the same seat of two tables if pairs then meet more evenly. The use of seats stays as fair as before."""
    chance = random.Random(f"{seed}:exchange")  # noqa: S311 - repeatable on purpose
    rows = [list(table) for table in tables]
    met = meetings(tables)
    for _ in range(STEPS):
        index, other_index = chance.sample(range(len(rows)), 2)
        seat = chance.randrange(len(rows[0]))
        exchange(rows[index], rows[other_index], seat, met)
    return [tuple(row) for row in rows]


def exchange(table: list[int], other_table: list[int], seat: int, met: Counter[tuple[int, int]]) -> None:
    """Swap the two tables' players in one seat, unless the swap increases the sum of squared meetings."""
    first, second = table[seat], other_table[seat]
    if first in other_table or second in table:
        return
    changes: Counter[tuple[int, int]] = Counter()
    for leaving, coming, present in ((first, second, table), (second, first, other_table)):
        for label in present:
            if label != leaving:
                changes[pair(leaving, label)] -= 1
                changes[pair(coming, label)] += 1
    gain = sum((met[key] + change) ** 2 - met[key] ** 2 for key, change in changes.items())
    if gain <= 0:
        met.update(changes)
        table[seat], other_table[seat] = second, first


def pair(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


def meetings(tables: list[Table]) -> Counter[tuple[int, int]]:
    return Counter(pair(first, second) for table in tables for first, second in combinations(table, 2))


def quality(tables: list[Table], labels: int) -> Quality:
    seats = len(tables[0])
    games = Counter(label for table in tables for label in table)
    met = meetings(tables)
    used = Counter((label, seat) for table in tables for seat, label in enumerate(table))
    return Quality(
        spread(games[label] for label in range(labels)),
        spread(met[key] for key in combinations(range(labels), 2)),
        spread(used[label, seat] for label in range(labels) for seat in range(seats)),
    )


def spread(counts: Iterable[int]) -> tuple[int, int]:
    values = list(counts)
    return min(values), max(values)


# -- waves -----------------------------------------------------------------------------------------
def waves(tables: list[Table], labels: int, most: int, seed: str) -> list[list[int]]:
    """Split the tables into as few waves as the search finds, at most `most` tables per player and wave. Return table indexes."""
    games = max(Counter(label for table in tables for label in table).values())
    for count in range(ceil(games / most), len(tables) + 1):
        parted = part(tables, labels, count, seed)
        loads = [Counter(label for index in wave for label in tables[index]) for wave in parted]
        if all(max(load.values(), default=0) <= most for load in loads):
            return [wave for wave in parted if wave]
    return [[index] for index in range(len(tables))]


def part(tables: list[Table], labels: int, count: int, seed: str) -> list[list[int]]:
    """Split the tables into `count` waves; a seeded search evens out the number of tables per player and wave."""
    chance = random.Random(f"{seed}:waves:{count}")  # noqa: S311 - repeatable on purpose
    wave_of = [index * count // len(tables) for index in range(len(tables))]
    loads = [[0] * labels for _ in range(count)]
    for index, table in enumerate(tables):
        for label in table:
            loads[wave_of[index]][label] += 1
    for _ in range(STEPS // 3 if count > 1 else 0):
        index, to = chance.randrange(len(tables)), chance.randrange(count)
        here = wave_of[index]
        if here != to and sum(loads[to][label] - loads[here][label] + 1 for label in tables[index]) <= 0:
            for label in tables[index]:
                loads[here][label] -= 1
                loads[to][label] += 1
            wave_of[index] = to
    return [[index for index, wave in enumerate(wave_of) if wave == number] for number in range(count)]


def usual_load(seats: int) -> int:
    """Return the usual number of simultaneous games per player: all games at tables of up to four, otherwise about half."""
    return seats if seats <= 4 else ceil(seats / 2) + 1


# -- open events ------------------------------------------------------------------------------------
@dataclass(slots=True)
class Contestant:
    """A player's record before a round."""

    label: int
    points: int = 0
    met: dict[int, int] = field(default_factory=dict)
    seats: dict[int, int] = field(default_factory=dict)
    byes: int = 0


def event_sizes(players: int, seats: int, least: int) -> tuple[list[int], int]:
    """Return the table sizes and the number of byes. Smaller tables (by one seat) are preferred to byes. Raise NotEnough."""
    if players < seats:
        raise NotEnough(f"{players} are left, and one table needs {seats}.")
    for idle in range(players):
        small = -(players - idle) % seats
        full = (players - idle - small * (seats - 1)) // seats
        if full >= 0 and (small == 0 or seats - 1 >= least):
            return [seats] * full + [seats - 1] * small, idle
    raise NotEnough("Nobody is left to play.")


def next_round(contestants: list[Contestant], seats: int, least: int, seed: str) -> tuple[list[Table], list[int]]:
    """Return the tables of the next round, and the labels with a bye. Players with equal points are ordered at random."""
    chance = random.Random(f"{seed}:round")  # noqa: S311 - repeatable on purpose
    drawn = sorted(contestants, key=lambda contestant: contestant.label)
    chance.shuffle(drawn)
    drawn.sort(key=lambda contestant: -contestant.points)
    counts, idle = event_sizes(len(drawn), seats, least)
    resting = sorted(range(len(drawn)), key=lambda index: (drawn[index].byes, -index))[:idle]
    playing = [contestant for index, contestant in enumerate(drawn) if index not in resting]
    rows, begin = [], 0
    for count in counts:
        rows.append(playing[begin : begin + count])
        begin += count
    swap_neighbours(rows, chance)
    return [tuple(contestant.label for contestant in seat_evenly(row)) for row in rows], sorted(drawn[index].label for index in resting)


def swap_neighbours(rows: list[list[Contestant]], chance: random.Random) -> None:
    """Swap players between nearby tables, unless a swap increases the cost of repeated meetings and differences in points."""
    for _ in range(60 * sum(len(row) for row in rows) if len(rows) > 1 else 0):
        table = chance.randrange(len(rows))
        other_table = min(len(rows) - 1, max(0, table + chance.choice((-2, -1, 1, 2))))
        if table == other_table:
            continue
        seat, other_seat = chance.randrange(len(rows[table])), chance.randrange(len(rows[other_table]))
        before = cost_of_table(rows[table]) + cost_of_table(rows[other_table])
        rows[table][seat], rows[other_table][other_seat] = rows[other_table][other_seat], rows[table][seat]
        if cost_of_table(rows[table]) + cost_of_table(rows[other_table]) > before:
            rows[table][seat], rows[other_table][other_seat] = rows[other_table][other_seat], rows[table][seat]


def cost_of_table(row: list[Contestant]) -> int:
    total = 0
    for index, contestant in enumerate(row):
        for opponent in row[index + 1 :]:
            total += abs(contestant.points - opponent.points) + REPEATED_MEETING * contestant.met.get(opponent.label, 0) ** 2
    return total


def seat_evenly(row: list[Contestant]) -> list[Contestant]:
    """Return the players in the order that least repeats seats they have had: an exact optimum, computed seat by seat."""
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
