"""`manage.py verify_game ID`: play a stored game again from its seed and compare every table with what was recorded."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import TooNew
from games.formats.record import Mismatch
from games.history.proof import checked
from games.history.verifying import proof_of
from games.models import Game
from games.queries import past


class Command(BaseCommand):
    help = "Replay a stored game, compare every hash, and check every card and roll against the seed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int)
        parser.add_argument("--export", metavar="FILE", help="also write the record of an ended game, for `python -m games.formats.record`")

    def handle(self, game: int, export: str | None = None, **_given: Any) -> None:
        found = Game.objects.filter(pk=game).first()
        if found is None or found.public is None:
            raise CommandError(f"There is no game {game} that was started.")
        try:
            for line in checked(proof_of(found)):
                self.stdout.write(f"ok  {line}")
        except (Mismatch, TooNew) as fault:
            raise CommandError(str(fault)) from fault
        if past.seed_of(found) is None:
            self.stdout.write("--  The game is not over, so its seed is not public yet.")
        if export:
            self.write(found, export)

    def write(self, game: Game, path: str) -> None:
        record = past.record(game)
        if record is None:
            raise CommandError("Only the record of a game that is over is given away.")
        try:
            with open(path, "w") as file:
                json.dump(record, file)
        except OSError as error:
            raise CommandError(f"cannot write to {path}: {error.strerror}") from None
        self.stdout.write(f"ok  Written to {path}.")
