"""`manage.py mail_doctor`: check outgoing and incoming mail, and print one finding per line."""

import sys
from typing import Any

from django.core.management import BaseCommand
from django.core.management.base import CommandParser

from notifications.doctor.checks import examine


class Command(BaseCommand):
    help = "Tell what this site still lacks to send letters and to take answers. Sends nothing, unless it is told to."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--letter", action="store_true", help="send one letter, from the site to itself, and look at its signature")

    def handle(self, *args: Any, letter: bool, **options: Any) -> None:
        missing = False
        for finding in examine(letter):
            self.stdout.write(f"{finding.state:<8} {finding.what:<13} {finding.sentence}")
            missing |= finding.state == "missing"
        if missing:
            sys.exit(1)
