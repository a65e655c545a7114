"""`manage.py scenario PATH…`: play scenario files and print what differs from them. Part of a checkout only."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tests.scenario_language.runs import NothingToPlay, ScenarioRuns


class Command(BaseCommand):
    help = "Play scenario files (or all of a folder) and compare. Exit code 1 when one fails."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH")

    def handle(self, paths: Any, **_: Any) -> None:
        runs = ScenarioRuns(paths)
        try:
            for line in runs.lines():
                self.stdout.write(line)
        except NothingToPlay as reason:
            raise CommandError(str(reason)) from None
        if runs.failed:
            raise SystemExit(1)
