"""The faults of a simulation: which happen, how often, and when."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from .clock import Chance

HOUR, DAY = 3600.0, 86400.0
FAULTS = {
    "relay": "the relay is down for hours",
    "refusals": "the relay says 4xx or 5xx to single letters, or hangs up after it took one",
    "bounces": "letters come back; some addresses do not work at all",
    "late": "letters arrive late, out of order, or twice, both ways",
    "tasks": "tasks are taken late, twice, or lost before they are acknowledged and handed out again",
    "worker": "no worker runs for hours",
    "beat": "beat is dead for hours, or there are two",
    "killed": "the process dies between two statements of a task or a page, or before what it was to start is queued",
    "database": "a statement fails: serialization, lock, lost connection",
    "disk": "nothing can be written for a while",
    "redis": "Redis is away for hours, and mostly comes back empty",
    "workers": "between two statements of a task or a page another worker does a whole task",
    "clock": "the clock of the machine is wrong for hours",
    "upgrade": "for hours half of the games are those of newer code, which this code cannot open",
}
SPANS = {
    "relay": (0.5, 30),
    "worker": (0.3, 6),
    "beat": (0.3, 6),
    "disk": (0.1, 2),
    "redis": (0.1, 5),
    "clock": (0.2, 4),
    "upgrade": (2, 30),
}
"""The shortest and longest outage of each kind, in hours."""
SKEWS = (-5 * HOUR, -0.5 * HOUR, 0.5 * HOUR, 3 * HOUR, 2 * DAY)
EVERY = 6 * DAY
"""The mean number of seconds between two outages of a kind."""


class UnknownFault(Exception):
    """The name of a fault is unknown; the message lists the known faults."""


@dataclass
class Weather:
    """The faults of one simulation; `spans`: the beginning and end of each outage, by fault, as Unix times."""

    faults: frozenset[str]
    chance: Random
    dice: dict[str, Random]
    """A stream of random numbers for each fault, so that leaving one fault out changes no other."""
    spans: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    @classmethod
    def forecast(cls, words: str, chance: Chance, begin: float, days: float, every: float = EVERY) -> "Weather":
        """Return the weather for "all", "none" or comma-separated fault names, with `every` seconds between outages on average.

        Raise UnknownFault for an unknown name.
        """
        named = set(FAULTS) if words == "all" else {word.strip() for word in words.split(",")} - {"", "none"}
        if named - set(FAULTS):
            raise UnknownFault(f"There is no fault {', '.join(sorted(named - set(FAULTS)))}. There are: all, none, {', '.join(FAULTS)}.")
        weather = cls(frozenset(named), chance.stream("weather"), {name: chance.stream("fault", name) for name in sorted(named)})
        for name in sorted(named & set(SPANS)):
            weather.spans[name] = list(outages(chance.stream("weather", name), SPANS[name], begin, begin + days * DAY, every))
        return weather

    def strikes(self, fault: str, one_in: int) -> bool:
        """Return whether this fault happens now, with a chance of one in `one_in` if it is selected."""
        return fault in self.faults and self.dice[fault].randrange(one_in) == 0

    def skew(self, now: float) -> float:
        """Return the error of the machine's clock in seconds at the given time."""
        span = next((begin for begin, end in self.spans.get("clock", ()) if begin <= now < end), None)
        return 0.0 if span is None else SKEWS[int(span) % len(SKEWS)]

    def is_down(self, what: str, now: float) -> bool:
        return any(begin <= now < end for begin, end in self.spans.get(what, ()))

    def up_again(self, what: str, now: float) -> float:
        """Return the Unix time at which this server is up again; `now` if it is up."""
        return max((end for begin, end in self.spans.get(what, ()) if begin <= now < end), default=now)

    def was_clear(self, whats: Iterable[str], begin: float, end: float) -> bool:
        """Return whether all of these servers were up from `begin` to `end`."""
        return not any(a < end and b > begin for what in whats for a, b in self.spans.get(what, ()))


def outages(chance: Random, lasts: tuple[float, float], begin: float, end: float, every: float) -> Iterable[tuple[float, float]]:
    """Yield the beginning and end of each random outage; `lasts`: the shortest and longest outage in hours."""
    start = begin + chance.uniform(0.2 * DAY, every)
    while start < end:
        span = chance.uniform(*lasts) * HOUR
        yield start, start + span
        start += span + chance.expovariate(1 / every)
