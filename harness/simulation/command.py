"""`python -m harness simulate` and `python -m harness soak`: look for faults in one process, over a scratch database."""

import json
import secrets
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rulesets import all_rulesets, on_offer
from games.standalone.playouts import CannotPlay, find_ruleset

from . import Errors, soak
from .minimise import minimise
from .report import as_page, in_words
from .run import simulate
from .town import Failed, Plan
from .weather import UnknownFault


def between(least: float, most: float, kind: type[int] | type[float] = float) -> Callable[[str], float]:
    """Return a reader for the number of an option. It raises ArgumentTypeError for a number out of bounds, and for any other word."""

    def read(word: str) -> float:
        try:
            if least <= (number := kind(word)) <= most:
                return number
        except ValueError:
            pass
        raise ArgumentTypeError(f"give a {'whole ' if kind is int else ''}number from {least:g} to {most:g}, not {word!r}")

    return read


class Simulate(BaseCommand):
    help = "Simulate people who play by page, link and letter. Ends with 1 at the first fault (docs/simulation.md)."
    requires_migrations_checks = False
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--people", type=between(2, 300, int), default=12)
        parser.add_argument("--days", type=between(0.01, 400), default=7, help="virtual days")
        parser.add_argument("--faults", default="none", help='"none", "all", or names with commas: see docs/simulation.md')
        parser.add_argument("--ruleset", default="", choices=sorted(on_offer()), help="only this edition; else each in its turn")
        parser.add_argument("--pace", default="slow", choices=("slow", "busy"), help="how densely people play")
        parser.add_argument("--check-every", type=between(0.1, 24), default=1, metavar="HOURS", help="look at the invariants so often")
        parser.add_argument("--beat", type=between(1, 3600), default=118, metavar="SECONDS", help="the shortest time between two sweeps")
        parser.add_argument("--minimise", action="store_true", help="if it fails, look for fewer faults, people and days that still fail")
        parser.add_argument("--page", default="", metavar="FILE", help="write the figures as a page with plots")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, **given: Any) -> None:
        plan = Plan(**{name: given[name] for name in Plan.__dataclass_fields__})
        try:
            if given["page"]:
                Path(given["page"]).touch()
            figures = simulate(plan)
        except (UnknownFault, OSError) as fault:
            raise CommandError(str(fault)) from fault
        except Failed as failure:
            smallest = minimise(plan, failure, simulate, self.stderr.write) if given["minimise"] else failure
            raise CommandError(str(smallest)) from failure
        if given["page"]:
            Path(given["page"]).write_text(as_page(figures), encoding="utf-8")
        self.stdout.write(json.dumps(figures, indent=2) if given["json"] else in_words(figures))


class Soak(BaseCommand):
    help = "Play random games of every edition, without people. Ends with 1 at the first fault, and says how to bring it back."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--minutes", type=float, default=30)
        parser.add_argument("--ruleset", default="", metavar="SLUG", help="only this edition")
        parser.add_argument("--seed", type=int, help="the number of the first game of each edition; each next one has the next number")
        parser.add_argument("--part", choices=("memory", "site"), action="append", help="only the rules in memory, or only the site")

    def handle(self, **given: Any) -> None:
        try:
            editions = [find_ruleset(given["ruleset"])] if given["ruleset"] else list(all_rulesets().values())
        except CannotPlay as reason:
            raise CommandError(str(reason)) from None
        seed = secrets.randbelow(10**9) if given["seed"] is None else given["seed"]
        self.tell(f"seed {seed}, {given['minutes']:g} minutes, {', '.join(rules.slug for rules in editions)}")
        with soak.alone(), Errors() as errors:
            run = soak.Soak(editions, seed, given["part"] or ["memory", "site"], errors, self.tell)
            try:
                run.until(monotonic() + 60 * given["minutes"])
            except soak.Fault as fault:
                raise CommandError(str(fault)) from fault
        self.tell(f"no fault: {run}")

    def tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
