"""A town: its people, tables and post, and the loop that runs its events."""

import logging
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test.client import ClientHandler
from django.utils import timezone

from accounts.models import User
from games.clocks.terms import PRESETS, Terms
from games.editions.errors import NotAllowed
from games.models import Game
from games.rulesets import on_offer
from games.tables import lobby

from . import Broken, must
from .breakdowns import Breakdowns
from .broker import Beat, Broker, Cache
from .browsers import browser
from .chances import some_options
from .clock import Chance, Clock
from .habits import TEMPOS, Habits
from .interleaving import Pair
from .invariants import Invariants, Upgrade
from .leaks import leak
from .people import HOUR, Journal, Person
from .post_office import Backend, Office
from .society import EVERY, Newcomer, Organiser, Stranger
from .weather import Weather

NAMES = ("Anne", "Mary", "Jack", "Grace", "Henry", "Edward", "Olivier", "Stede", "Howell", "Ching", "Bart", "Charlotte")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BOTS = 0.2
"""The probability of a bot at each seat after the second."""
AGREED = 0.6
"""The share of tables that agree on a day for their end, so that some games end within a simulation."""
RARE = 400.0
"""The longest pause between two sweeps, in seconds, that the site never takes for an outage."""
SILENT = r"sweep was silent|sweep comes by only|letters.*late|behind"
EXPECTED = dict.fromkeys(("worker", "beat", "redis"), SILENT) | {
    "relay": r"no letters go out by|delivery \d+ (waits|: no-connection)",
    "refusals": r"refused because of us|no letters go out by",
    "disk": rf"{SILENT}|OperationalError|disk is full|Service Unavailable",
    "database": r"OperationalError|simulated",
    "clock": rf"The clock of this machine|{SILENT}",
    "upgrade": "Service Unavailable",
}
"""Patterns of the log messages that each fault may cause."""


class Failed(Exception):
    """A simulation found a fault; the message says what happened, when, and how to repeat the simulation."""


class Log(logging.Handler):
    """A log handler that stores unexpected errors, which may be faults that the site caught."""

    def __init__(self, weather: Weather, breakdowns: Breakdowns, beat: float):
        super().__init__(logging.ERROR)
        lines = [EXPECTED[fault] for fault in sorted(weather.faults & set(EXPECTED))] + [SILENT] * (beat > RARE)
        self.breakdowns, self.expected = breakdowns, [re.compile(line) for line in lines]
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = logging.Formatter().format(record)
        error_page = self.breakdowns.struck and line.startswith("Internal Server Error") and not record.exc_info
        if not error_page and not any(part.search(line) for part in self.expected):  # Django does not log why an error page failed
            self.lines.append(line)


@dataclass
class Plan:
    """The options of `python -m harness simulate`."""

    seed: int = 1
    people: int = 12
    days: float = 7
    faults: str = "none"
    ruleset: str = ""
    pace: str = "slow"
    check_every: float = 1.0
    beat: float = 300.0

    def __str__(self) -> str:
        words = {name.replace("_", "-"): f"{value:g}" if isinstance(value, float) else str(value) for name, value in vars(self).items()}
        given = [f"--{name} {value.replace(' ', '')}" for name, value in words.items() if value]
        return " ".join(["python -m harness simulate", *given])


class Town:
    """One simulation of a town."""

    def __init__(self, plan: Plan, clock: Clock, chance: Chance):
        self.plan, self.clock, self.chance = plan, clock, chance
        self.tempo = TEMPOS[plan.pace]
        self.weather = weather = Weather.forecast(plan.faults, chance, clock.began, plan.days, self.tempo.outages)
        clock.skew, Cache.is_down = weather.skew, staticmethod(lambda: weather.is_down("redis", clock.now))
        self.office, self.journal = Office(clock, weather), Journal()
        has_pair = "workers" in weather.faults and connection.vendor == "postgresql"
        self.breakdowns = Breakdowns(clock, weather, Pair(weather.chance) if has_pair else None, self.tempo.meets)
        self.broker = Broker(clock, weather, self.breakdowns, self.office)
        self.invariants = Invariants(clock, weather, self.office, self.journal, self.broker.heard, plan.beat <= RARE)
        self.site = ClientHandler(enforce_csrf_checks=False)
        """Shared by all browsers, because each new handler searches all static files."""
        self.offered = sorted([plan.ruleset] if plan.ruleset else on_offer())
        self.people: list[Person] = []
        self.organisers: list[Organiser] = []
        self.last: deque[str] = deque(maxlen=25)
        self.tables_made = self.strangers = 0
        shortest, longest = (3600 * hours for hours in self.tempo.paces)
        self.paces = [preset.pace for preset in PRESETS if shortest <= preset.pace.usual <= longest]

    def live(self) -> None:
        """Run the simulation to its end. Raise Failed at the first fault."""
        end = self.clock.began + self.plan.days * 86400
        with self.watched() as log:
            self.settle_in()
            Upgrade(self.clock, self.chance.stream("upgrade"), self.invariants).forecast(end)
            for name, do, args in self.clock.events(end):
                self.last.append(f"{self.clock.moment:%d %b %H:%M:%S} {name}")
                self.must_go_well(do, *args)
                if log.lines:
                    raise self.failed(f"unforeseen in the log: {log.lines[0]}")
            self.must_go_well(self.read_rare_pages)
            self.must_go_well(self.invariants.check, True)
            if log.lines:
                raise self.failed(f"unforeseen in the log: {log.lines[0]}")

    def must_go_well(self, do: Callable[..., object], *args: Any) -> None:
        """Call `do`. Raise Failed if it raises an exception."""
        try:
            do(*args)
        except Exception as fault:
            what = str(fault) if isinstance(fault, Broken) else f"{type(fault).__name__}: {fault}"
            raise self.failed(what) from fault

    def failed(self, what: str) -> Failed:
        last = "\n".join(f"  {event}" for event in self.last)
        return Failed(f"{self.clock.moment:%d %b %Y %H:%M:%S}: {what}\nagain: {self.plan}\nthe last events:\n{last}")

    @contextmanager
    def watched(self) -> Iterator[Log]:
        """Connect the site to the town's mail and task queue, and send the log to the yielded handler only."""
        log, root = Log(self.weather, self.breakdowns, self.plan.beat), logging.getLogger()
        before, root.handlers, Backend.office = root.handlers, [log], self.office
        cache.clear()
        try:
            with self.broker.instead():
                yield log
        finally:
            root.handlers, Backend.office, Cache.is_down = before, None, staticmethod(lambda: False)
            cache.clear()

    # -- people and tables ------------------------------------------------------------------------------
    def settle_in(self) -> None:
        """Create the people, and plan the first events."""
        for number in range(self.plan.people):
            self.newcomer(number)
        Beat(self.broker, self.plan.beat).start()
        for _, end in self.weather.spans.get("redis", ()):
            if self.weather.strikes("redis", 2):
                self.clock.at(end, "Redis comes back empty", self.broker.empty)
        self.clock.after(60, "tables are laid", self.lay_tables)
        self.clock.after(HOUR, "a stranger writes", self.somebody_writes)
        slug = self.offered[self.plan.seed % len(self.offered)]
        for person in self.people[::12]:
            self.organisers.append(Organiser(person, self.chance.stream("organiser", person.email), slug, self.tempo.rounds))
        self.clock.after(3 * HOUR, "seasons are organised", self.organise)
        self.clock.after(self.plan.check_every * HOUR, "all is looked at", self.look)
        self.clock.after(4 * HOUR, "secrets are dealt anew", self.deal_anew)

    def newcomer(self, number: int) -> None:
        """Add a person with an account and a confirmed address."""
        name = f"{NAMES[number % 12]} {LETTERS[number // 12]}"
        email = f"{name.replace(' ', '.').lower()}@{('gmail', 'outlook', 'icloud', 'post')[number % 4]}.example"
        user = get_user_model().objects.create_user(email=email, name=name)
        user.date_joined = timezone.now() - timedelta(days=90)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        if self.weather.strikes("bounces", 12):
            self.office.dead.add(email)
        self.settle(user, email)

    def settle(self, user: User, email: str) -> None:
        """Give this account random habits, and let its person begin."""
        chance, client = self.chance.stream("person", email), browser(user, self.site)
        habits = Habits(chance, self.tempo)
        user.time_zone = habits.zone
        user.save(update_fields=["time_zone", "date_joined"])
        person = Person(user, email, habits, chance, self.clock, self.office, self.journal, self.breakdowns, client)
        self.people.append(person)
        person.begin()

    def somebody_writes(self) -> None:
        """Let a stranger write or sign up, and plan the next stranger in a day or two."""
        chance = self.chance.stream("stranger", self.strangers)
        self.strangers += 1
        self.clock.after(chance.expovariate(1 / EVERY) * 86400, "a stranger writes", self.somebody_writes)
        about = (f"stranger{self.strangers}@post.example", chance, self.office, self.settle)
        (Stranger(*about, self.journal) if chance.random() < 0.6 else Newcomer(*about)).begin()

    def organise(self) -> None:
        """Start a season in each league without one, and plan the next call in half a day."""
        self.clock.after(12 * HOUR, "seasons are organised", self.organise)
        for organiser in self.organisers:
            organiser.look_after([person for person in self.people if not person.is_gone])

    def lay_tables(self) -> None:
        """Create tables until there is one for every two people, and plan the next call in half a day."""
        self.clock.after(12 * HOUR, "tables are laid", self.lay_tables)
        going = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING)).count()
        for _ in range(max(0, round(len(self.people) / 2) - going)):
            self.lay_table()

    def lay_table(self) -> None:
        """Create a table of the next edition, with people and perhaps bots."""
        chance = self.chance.stream("table", self.tables_made)
        rules = on_offer()[self.offered[self.tables_made % len(self.offered)]]
        self.tables_made += 1
        there = [person for person in self.people if not person.is_gone]
        least, most = rules.seats
        seats = max(least, min(most, chance.choice((2, 2, 3, 4, 5))))
        if len(there) < 2:
            return
        sitting = chance.sample(there, min(seats, len(there)))
        bots = sum(chance.random() < BOTS for _ in sitting[2:]) + seats - len(sitting)
        terms = Terms(chance.choice(self.paces), helmsman=chance.random() < 0.3, ready_check=chance.random() < 0.15)
        end = timezone.now() + timedelta(days=chance.uniform(*self.tempo.ends)) if chance.random() < AGREED else None
        about: dict[str, Any] = {"seats": seats, "bots": ("easy",) * bots, "clock": terms, "ends_at": end}
        about["options"] = some_options(rules, seats, chance)
        owner, *others = [person.user for person in sitting[: seats - bots]]
        with suppress(NotAllowed):  # somebody may not be allowed to join the table
            game = lobby.create(owner, rules.slug, name=f"Table {self.tables_made}", **about)
            for other in others:
                lobby.join(game.pk, other, token=game.join_token)

    def deal_anew(self) -> None:
        """Check that a reader is shown the same with other secrets, and plan the next check some hours later."""
        chance = self.chance.stream("canary", self.clock.now)
        self.clock.after(chance.uniform(*self.tempo.deals) * HOUR, "secrets are dealt anew", self.deal_anew)
        with patch.object(Cache, "is_down", staticmethod(lambda: True)):  # otherwise the second reading would show cached text
            wrong = leak(chance, self.site)
        must(not wrong, wrong)

    def read_rare_pages(self) -> None:
        """Read rarely opened pages of some games as two people, who may not play there."""
        for game in Game.objects.exclude(number=0).order_by("-pk")[:5]:
            for page in (f"history/{game.number // 2}/", "feed/", "record/", "what-if/", "story/"):
                for person in self.people[:2]:
                    person.get(f"/games/{game.pk}/{page}")

    def look(self) -> None:
        """Check the invariants, and plan the next check."""
        self.clock.after(self.plan.check_every * HOUR, "all is looked at", self.look)
        self.invariants.check()
