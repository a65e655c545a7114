"""`manage.py upgrade_games`: store every game in the format of this code; with `--rules` also move running games to newer rules."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.play import upgrading


class Command(BaseCommand):
    help = "Store every game in the newest format (each does so at its next move anyway), and move games to newer rules if wanted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", action="store_true", help="move running games to newer rules, and tell their captains")

    def handle(self, rules: bool = False, **_given: Any) -> None:
        failed = self.each(upgrading.in_older_formats(), upgrading.store_anew, "stored in the newest format")
        if rules:
            failed += self.each(upgrading.under_older_rules(), upgrading.to_newer_rules, "moved to newer rules")
        if failed:
            raise CommandError(f"{failed} could not be upgraded and are as they were.")

    def each(self, games: list[int], work: Callable[[int], object], done: str) -> int:
        """Do `work` for each game in its own transaction. Return how many failed."""
        count = failed = 0
        for pk in games:
            try:
                count += bool(work(pk))
            except Exception as fault:  # one game must not stop the others
                failed += 1
                self.stderr.write(f"game {pk}: {type(fault).__name__}: {fault}")
        self.stdout.write(f"{count} {'game' if count == 1 else 'games'} {done}.")
        return failed
