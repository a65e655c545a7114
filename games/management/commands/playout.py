"""`manage.py playout`: bots play whole games in this process, with no database. One line of JSON a game."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.standalone import playouts


class Command(BaseCommand):
    help = "Let bots play games of one edition against each other and print how they went."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        playouts.add_arguments(parser)

    def handle(self, **given: Any) -> None:
        try:
            for line in playouts.lines(given):
                self.stdout.write(line)
        except playouts.CannotPlay as fault:
            raise CommandError(str(fault)) from fault
