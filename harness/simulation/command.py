"""`python -m harness simulate`: a town of simulated people plays for days of virtual time, and everything that must hold is looked at."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rulesets import on_offer
from harness.simulation.minimise import minimise
from harness.simulation.report import as_page, in_words
from harness.simulation.run import simulate
from harness.simulation.town import Failed, Plan
from harness.simulation.weather import UnknownFault


def between(least: float, most: float, kind: type[int] | type[float] = float) -> Callable[[str], float]:
    """Return what reads a number of an option. It raises ArgumentTypeError for one outside of these bounds, and for what is none."""

    def read(word: str) -> float:
        try:
            if least <= (number := kind(word)) <= most:
                return number
        except ValueError:
            pass
        raise ArgumentTypeError(f"give a {'whole ' if kind is int else ''}number from {least:g} to {most:g}, not {word!r}")

    return read


class Command(BaseCommand):
    help = (
        "Simulate people who play by page, link and letter, over a scratch database. Ends with 1 at the first fault (docs/simulation.md)."
    )
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
        names = ("seed", "people", "days", "faults", "ruleset", "pace", "check_every", "beat")
        plan = Plan(**{name: given[name] for name in names})
        try:
            if given["page"]:
                Path(given["page"]).touch()
            found = simulate(plan)
        except (UnknownFault, OSError) as fault:
            raise CommandError(str(fault)) from fault
        except Failed as failure:
            smallest = minimise(plan, failure, simulate, self.stderr.write) if given["minimise"] else failure
            raise CommandError(str(smallest)) from failure
        if given["page"]:
            Path(given["page"]).write_text(as_page(found), encoding="utf-8")
        self.stdout.write(json.dumps(found, indent=2) if given["json"] else in_words(found))
