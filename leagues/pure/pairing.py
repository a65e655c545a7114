"""Who meets whom, and in which seat. Pure: numbers in, numbers out; what is drawn by lot comes from a seed that is published.

A table is a tuple of labels, and the label at index 0 has seat 0. A division of v labels at tables of k has v tables; all of
them are turned from one set D, so everybody plays k games and has each seat once. Where D is a difference set, every pair
also meets equally often.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb

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
MOST_SETS = 4000
"""Sets that are tried where no difference set is known; of more, so many are drawn from the seed."""
STEPS = 12000
"""Exchanges tried when a schedule is improved: a second or less, and the same result on every machine."""


class NotEnough(ValueError):
    """Too few people for one table. The text says how many are needed."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How fair a schedule is: least and most games a person, meetings a pair, and uses of one seat by one person."""

    games: tuple[int, int]
    meetings: tuple[int, int]
    seats: tuple[int, int]

    @property
    def is_perfect(self) -> bool:
        return all(least == most for least, most in (self.games, self.meetings, self.seats))


# -- how many divisions ---------------------------------------------------------------------------
def division_sizes(entries: int, size: int, seats: int) -> list[int]:
    """Divisions of `size`, highest first; only the last ones differ. Raises NotEnough."""
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
    """All tables of one division, the same for the same seed."""
    if labels < seats:
        raise NotEnough(f"A table of {seats} needs {seats} players, and there are {labels}.")
    if seats == 2:
        return berger(labels)
    known = DIFFERENCE_SETS.get((labels, seats))
    if known is None and labels == seats + 1:
        known = tuple(range(seats))
    if known is None and labels == seats:
        known = tuple(range(seats))
    if known is not None:
        return turned(known, labels)
    return improved(turned(best_set(labels, seats, seed), labels), labels, seed)


def turned(first: Table, labels: int) -> list[Table]:
    """The tables that come of one set by turning it through all labels."""
    return [tuple((label + turn) % labels for label in first) for turn in range(labels)]


def berger(labels: int) -> list[Table]:
    """Everyone meets everyone once at tables of two, and has the first seat in half of the games (give or take one)."""
    even = labels + labels % 2
    tables: list[Table] = []
    for turn in range(even - 1):
        ring = [(turn + step) % (even - 1) for step in range(even - 1)]
        pairs = [(even - 1, ring[0]), *((ring[step], ring[-step]) for step in range(1, even // 2))]
        for index, (one, other) in enumerate(pairs):
            if labels not in (one, other) or labels == even:
                tables.append((other, one) if index == 0 and turn % 2 else (one, other))
    return tables


def best_set(labels: int, seats: int, seed: str) -> Table:
    """The set whose differences are spread most evenly."""
    others = range(1, labels)
    if comb(labels - 1, seats - 1) <= MOST_SETS:
        tried: Iterable[tuple[int, ...]] = combinations(others, seats - 1)
    else:
        chance = random.Random(f"{seed}:set")  # noqa: S311 - repeatable on purpose
        tried = (tuple(sorted(chance.sample(others, seats - 1))) for _ in range(MOST_SETS))
    return min(((0, *rest) for rest in tried), key=lambda found: unevenness(found, labels))


def unevenness(found: Table, labels: int) -> int:
    counts = [0] * labels
    for one in found:
        for other in found:
            counts[(one - other) % labels] += 1
    return sum(count * count for count in counts[1:])


def improved(tables: list[Table], labels: int, seed: str) -> list[Table]:
    """Exchange people who have the same seat at two tables while the pairs meet more evenly by it; seats stay as fair as they were."""
    chance = random.Random(f"{seed}:exchange")  # noqa: S311 - repeatable on purpose
    rows = [list(table) for table in tables]
    met = meetings(tables)
    for _ in range(STEPS):
        one, other = chance.sample(range(len(rows)), 2)
        seat = chance.randrange(len(rows[0]))
        exchange(rows[one], rows[other], seat, met)
    return [tuple(row) for row in rows]


def exchange(one: list[int], other: list[int], seat: int, met: Counter) -> None:
    """Exchange these two if that makes the sum of squared meetings no larger."""
    first, second = one[seat], other[seat]
    if first in other or second in one:
        return
    gain = 0
    here = [label for label in one if label != first]
    there = [label for label in other if label != second]
    changes: Counter = Counter()
    for label in here:
        changes[pair(first, label)] -= 1
        changes[pair(second, label)] += 1
    for label in there:
        changes[pair(second, label)] -= 1
        changes[pair(first, label)] += 1
    for key, change in changes.items():
        gain += (met[key] + change) ** 2 - met[key] ** 2
    if gain <= 0:
        met.update(changes)
        one[seat], other[seat] = second, first


def pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def meetings(tables: list[Table]) -> Counter:
    """How often each pair meets."""
    return Counter(pair(one, other) for table in tables for one, other in combinations(table, 2))


def quality(tables: list[Table], labels: int) -> Quality:
    """Count the schedule, no matter who made it."""
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
    found = list(counts)
    return min(found), max(found)


# -- not everything at once ------------------------------------------------------------------------
def waves(tables: list[Table], labels: int, most: int, seed: str) -> list[list[int]]:
    """The tables by number, parted so that nobody has more than `most` of them at once, in as few waves as were found."""
    games = max(Counter(label for table in tables for label in table).values())
    for count in range(ceil(games / most), len(tables) + 1):
        parted = part(tables, labels, count, seed)
        loads = [Counter(label for index in wave for label in tables[index]) for wave in parted]
        if all(max(load.values(), default=0) <= most for load in loads):
            return [wave for wave in parted if wave]
    return [[index] for index in range(len(tables))]


def part(tables: list[Table], labels: int, count: int, seed: str) -> list[list[int]]:
    """Part the tables into `count` waves with loads as even as a seeded search finds."""
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
    """How many games at once are usual: all of up to four, else about half of them."""
    return seats if seats <= 4 else ceil(seats / 2) + 1
