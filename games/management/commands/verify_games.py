"""`manage.py verify_games`: play every stored game again from its seed, and compare every table with what was recorded."""

import os
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.history.verifying import begun_games, verify


class Command(BaseCommand):
    help = "Replay every stored game, running ones up to now, and name those that differ. Ends with 1 when any does. Shows no secrets."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", type=int, nargs="*", metavar="ID", help="only these games")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="as many as there are cores; 0: none but this one")

    def handle(self, games: Any = (), processes: int = 0, **_given: Any) -> None:
        start, count, moves, wrong = monotonic(), 0, 0, 0
        for found in verify(begun_games(games), max(0, processes)):
            count, moves = count + 1, moves + found.moves
            if found.wrong:
                wrong += 1
                self.stdout.write(f"NO  game {found.game}, {found.name!r}, {found.moves} moves: {found.wrong}")
        missing = len(set(games)) - count if games else 0
        said = f"{count} games with {moves} moves played again in {monotonic() - start:.1f} s: {wrong or 'none'} differ."
        if wrong or missing:
            raise CommandError(said + (f" {missing} of those named were never dealt." if missing else ""))
        self.stdout.write(f"ok  {said}")
