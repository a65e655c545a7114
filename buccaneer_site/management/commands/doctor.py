"""`buccaneer doctor`: print one line for each requirement of a running site, with advice if it is not met."""

import sys
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand
from django.core.management.base import CommandParser

from buccaneer_site.doctor import examine


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # the command reports them itself
    help = "Tell what this site still lacks, from settings and disk to workers, pages and post. Ends with 1 if anything is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--letter", action="store_true", help="send one letter, from the site to itself, and look at its signature")
        parser.add_argument("--backups", type=Path, help="the folder of backups: tell how old the newest is")

    def handle(self, *args: Any, letter: bool, backups: Path | None, **options: Any) -> None:
        missing = 0
        for finding in examine(backups, letter):
            self.stdout.write(f"{finding.state:<8} {finding.what:<13} {finding.sentence}")
            self.stdout.flush()
            missing += finding.state == "missing"
        if missing:
            self.stdout.write(f"{missing} things are missing." if missing > 1 else "One thing is missing.")
            sys.exit(1)
