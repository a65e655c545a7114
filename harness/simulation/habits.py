"""Habits of people: their waking hours, how long they take to answer, and in what way. A tempo sets how much happens in a day."""

from dataclasses import dataclass
from datetime import datetime
from math import inf
from random import Random

from . import letters
from .weather import DAY, EVERY, HOUR

WAYS = ("page", "letter", "link", "program")
ZONES = ("Europe/London", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Australia/Sydney", "Asia/Kolkata")


@dataclass(frozen=True, slots=True)
class Tempo:
    """How much people play. Each person gets one of the values of `patience` (hours), `fiddles` and `days_off` (per week).

    visits: the fewest and most days between two visits; follows: the share of letters without a question whose page people open
    paces: the shortest and longest usual turn of a table, in hours; ends: the fewest and most days until an agreed end of a table
    rounds: hours per turn and days per round in a league; outages: mean seconds between two outages of a kind
    meets: another worker acts at one in this many statements; deals: the fewest and most hours between two checks for leaked secrets
    """

    patience: tuple[float, ...]
    visits: tuple[float, float]
    follows: float
    fiddles: tuple[float, ...]
    days_off: tuple[int, ...]
    paces: tuple[int, int]
    ends: tuple[float, float]
    rounds: tuple[int, int]
    outages: float
    meets: int
    deals: tuple[float, float]


TEMPOS = {
    "slow": Tempo(
        (0.5, 3, 6, 10, 16, 24), (0.8, 3), 0.15, (0.02, 0.1, 0.3), (0, 1, 1, 2, 3), (12, 168), (5, 25), (24, 6), 15 * DAY, 90, (2, 9)
    ),
    "busy": Tempo((0.1, 0.3, 1, 3, 8, 20), (0.7, 2), 1.0, (0.05, 0.2, 0.6), (0,), (12, 48), (1.1, 12), (12, 3), EVERY, 30, (0.5, 4)),
}


class Habits:
    """The habits of one person; waking hours are in the person's time zone.

    patience: the median seconds from a letter to the answer; skill: how often the person plays like the easy bot, and not at random
    fiddles: how often they press a random button on a page; stalls: whether they always answer at the last moment
    """

    def __init__(self, chance: Random, tempo: Tempo):
        self.zone = chance.choice(ZONES)
        self.wakes, self.sleeps = chance.randint(5, 10), chance.randint(20, 24)
        self.patience, self.visits, self.follows = chance.choice(tempo.patience) * HOUR, tempo.visits, tempo.follows
        self.skill = chance.choice((0.0, 0.5, 1.0))
        self.ways = chance.choice(((8, 1, 1, 0), (1, 8, 1, 0), (1, 1, 8, 0), (1, 1, 1, 0), (1, 0, 0, 8)))
        self.program = chance.choice(sorted(letters.PROGRAMS))
        self.nonsense = chance.choice((20, 60, 200))
        self.fiddles = chance.choice(tempo.fiddles)
        self.stalls = chance.random() < 0.08
        self.days_off = chance.sample(range(7), chance.choice(tempo.days_off))
        self.vanishes_after = chance.uniform(2, 20) * DAY if chance.random() < 0.1 else inf
        self.leave_after = chance.uniform(2, 20) * DAY if chance.random() < 0.2 else inf

    def is_up(self, local: datetime) -> bool:
        """Return whether this person is awake at the given local time, on a day on which they play."""
        return self.wakes <= local.hour < self.sleeps and local.weekday() not in self.days_off
