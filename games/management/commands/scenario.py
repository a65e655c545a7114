"""`manage.py scenario PATH…`: play scenario files from anywhere, and print what differs from them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.formats.scenarios import Failed, ScenarioError, read_file, run, scenario_files


class Command(BaseCommand):
    help = "Play scenario files (or all of a folder) and compare. Exit code 1 when one fails."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH")

    def handle(self, paths: Any, **_: Any) -> None:
        try:
            files = scenario_files(paths)
        except FileNotFoundError as missing:
            raise CommandError(str(missing)) from None
        passed = failed = 0
        for file in files:
            for title, reasons in results(file):
                self.stdout.write(f"{'FAIL' if reasons else 'ok  '} {file}: {title}")
                for reason in reasons:
                    self.stdout.write(f"       {reason}")
                passed, failed = passed + (not reasons), failed + bool(reasons)
        self.stdout.write(f"{passed} passed, {failed} failed")
        if not passed + failed:
            raise CommandError("There is no scenario in what was named.")
        if failed:
            raise SystemExit(1)


def results(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (title, differences) of every scenario in a file."""
    try:
        scenarios = read_file(file)
    except ScenarioError as error:
        yield "not understood", [f"line {error.line}: {error.text}"]
        return
    for scenario in scenarios:
        try:
            run(scenario)
        except Failed as failure:
            yield scenario.title, failure.reasons
        except ScenarioError as error:
            yield scenario.title, [f"line {error.line}: {error.text}"]
        else:
            yield scenario.title, []
