"""Simulate a week of a large town, minute by minute: queue lengths, and the machines needed (docs/scaling.md).

    python bench/day.py [players]…     1,000, 100,000 and 1,000,000 if none are named

Players live in four zones, are awake by day, and play more at weekends; some want one letter a day, at eight. Arrivals per minute are
drawn from one seed; each kind of work has a queue and the fewest cores at which nothing waits too long. docs/scaling.md gives the
source of costs and habits.
"""

import math
import random
import sys
from typing import NamedTuple

DAY, WEEK = 24 * 60, 7 * 24 * 60
ZONES = {-5: 0.30, 1: 0.45, 8: 0.20, 10: 0.05}
"""Hours before or after UTC, and the share of players there."""
AWAKE = (2, 1, 1, 1, 1, 2, 4, 7, 9, 9, 8, 8, 10, 9, 8, 8, 9, 10, 12, 14, 16, 16, 12, 6)
"""How busy each hour of a local day is."""
WEEKEND = 1.4
"""Play on a weekend day relative to a weekday, with an unchanged weekly total. Monday comes first."""
EIGHT, DIGESTS = 8, 0.2
"""The local hour of daily letters, and the share of players who want one instead of single letters."""
CORES = 4
"""Cores of one machine of the site; the database's machine may have more."""
BUSY = 0.7
"""The usable share of a core, leaving room for other programs and bursts within a minute."""
WEB, WORKER = 210, 300
"""Megabytes per process, one per core (docs/performance.md)."""


class Work(NamedTuple):
    """A kind of work: times per player and day, milliseconds of CPU of the site and of the database, and its longest wait in minutes."""

    a_day: float
    site: float
    database: float
    patience: float


PAGES = 31
WORKS = {
    "web": Work(PAGES + 10, 25, 4.2, 0.0),
    "clocks": Work(1.2, 23, 4.9, 1.0),
    "bots": Work(2.9, 23, 4.9, 1.0),
    "letters-out": Work(10.5, 51, 4.2, 10.0),
    "letters-in": Work(2.7, 60, 4.9, 2.0),
    "pictures": Work(0.17, 3000, 5, 30.0),
}
"""Pages and moves are one kind, as the same processes answer them; a page includes the opening of its socket. Pictures are films."""
BYTES_A_MOVE, WAL_A_MOVE, ROWS_A_MOVE, MOVES = 3400, 5400, 2.1, 10 + 2.7 + 2.9 + 1.2
ARCHIVED = 65
"""Bytes of a move in the archive: 240 moves are 15.5 KB (docs/large.md)."""
SOCKET, OPEN = 82, 10 * 60
"""Kilobytes of an open table, and seconds that a page stays open."""


class Found(NamedTuple):
    """A queue's result: cores, its longest length, the longest wait in minutes, and the average load of its cores."""

    cores: int
    longest: int
    wait: float
    busy: float


def share_of_minute(minute: int, zone: int) -> float:
    """Return this minute's fraction of an average day's play in this zone; the week begins on Monday, 00:00 UTC."""
    local = (minute + zone * 60) % WEEK
    weekday = 7 / (5 + 2 * WEEKEND)
    return AWAKE[local // 60 % 24] / sum(AWAKE) / 60 * (weekday * WEEKEND if local >= 5 * DAY else weekday)


def shares(name: str) -> list[float]:
    """Return for each minute of a week its fraction of an average day's work."""
    week = [sum(part * share_of_minute(minute, zone) for zone, part in ZONES.items()) for minute in range(WEEK)]
    if name != "letters-out":
        return week
    single = 1 - DIGESTS
    return [
        single * share + DIGESTS * sum(part for zone, part in ZONES.items() if (minute + zone * 60) % DAY == EIGHT * 60) / WORKS[name].a_day
        for minute, share in enumerate(week)
    ]


def arrivals(name: str, players: int, chance: random.Random) -> list[int]:
    """Return the arrivals of this work in each minute of a week."""
    a_day = WORKS[name].a_day * players
    return [drawn(a_day * share, chance) for share in shares(name)]


def drawn(expected: float, chance: random.Random) -> int:
    """Return a Poisson-distributed number, approximated by a normal distribution for large numbers."""
    if expected > 50:
        return max(0, round(chance.gauss(expected, math.sqrt(expected))))
    count, left = 0, chance.expovariate(1)
    while left < expected:
        count, left = count + 1, left + chance.expovariate(1)
    return count


def queue(came: list[int], work: Work, cores: int) -> Found:
    """Process the arrivals with this many cores."""
    able = cores * BUSY * 60_000 / work.site
    waiting, longest = 0.0, 0.0
    for number in came:
        waiting = max(0.0, waiting + number - able)
        longest = max(longest, waiting)
    return Found(cores, round(longest), longest / able, sum(came) * work.site / (len(came) * 60_000 * cores))


def needed(came: list[int], work: Work) -> Found:
    """Return the fewest cores with which nothing waits too long."""
    few, many = 0, 1
    while queue(came, work, many).wait > work.patience:
        few, many = many, many * 2
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if queue(came, work, middle).wait <= work.patience else (middle, many)
    return queue(came, work, many)


def tell(players: int) -> None:
    """Print the week of this many players."""
    chance = random.Random(players)
    came = {name: arrivals(name, players, chance) for name in WORKS}
    queues = {name: needed(came[name], work) for name, work in WORKS.items()}
    print(f"\n{players:,} players who play every day, {players * MOVES / 1e6:.2f} million moves a day")
    print(f"{'':<13}{'a minute':>10}{'peak':>9}{'cores':>7}{'busy':>7}{'longest queue':>15}{'longest wait':>14}")
    for name, result in queues.items():
        a_minute, peak = sum(came[name]) / WEEK, max(came[name])
        print(f"{name:<13}{a_minute:>10,.1f}{peak:>9,}{result.cores:>7}{result.busy:>7.0%}{result.longest:>15,}{result.wait:>10.1f} min")
    tell_machines(players, came, queues)


def tell_machines(players: int, came: dict[str, list[int]], queues: dict[str, Found]) -> None:
    """Print the machines that such a site needs."""
    workers = sum(result.cores for name, result in queues.items() if name != "web")
    peak = max(sum(came[name][minute] * work.database for name, work in WORKS.items()) for minute in range(WEEK)) / 60_000
    sockets = max(came["web"]) * PAGES / WORKS["web"].a_day * OPEN / 60
    web, memory = queues["web"].cores, queues["web"].cores * WEB / 1024 + sockets * SOCKET / 1024**2
    nodes = [-(-cores // CORES) + 1 for cores in (web, workers)]
    print(f"machines of {CORES} cores, one of each kind to spare: {nodes[0]} for pages, {nodes[1]} for workers")
    print(f"memory: {memory:.1f} GB for pages with {sockets:,.0f} sockets, {workers * WORKER / 1024:.1f} GB for workers")
    print(f"cores of the primary at the busiest minute: {peak / BUSY:.1f}")
    moves = players * MOVES
    rows, size, wal = moves * ROWS_A_MOVE / 1e6, moves * BYTES_A_MOVE / 1e9, moves * WAL_A_MOVE / 1e9
    print(f"a day: {rows:.2f} million rows, {size:.2f} GB, {wal:.2f} GB of WAL")
    live, archive = 90 * size, 365 * moves * ARCHIVED / 1e9
    print(f"moves of 90 days in tables: {live:,.0f} GB, and {archive:,.1f} GB more a year of archived games")


if __name__ == "__main__":
    for wanted in [int(word) for word in sys.argv[1:]] or [1_000, 100_000, 1_000_000]:
        tell(wanted)
