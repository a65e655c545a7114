"""`manage.py archive_games`: pack the moves of games that ended long ago now; `--restore` puts all of them back into rows."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Game
from games.storage import archive


class Command(BaseCommand):
    help = (
        "Pack the moves of games that ended long ago (done each night anyway). With --restore, put all back, before going back a release."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--restore", action="store_true", help="put the moves of all archived games back into rows")

    def handle(self, restore: bool = False, **_given: Any) -> None:
        count = self.put_back() if restore else self.pack_all()
        self.stdout.write(f"{count} {'game' if count == 1 else 'games'} {'put back' if restore else 'archived'}.")

    def pack_all(self) -> int:
        count = 0
        while done := archive.archive_old():
            count += done
        return count

    def put_back(self) -> int:
        packed = Game.objects.filter(is_archived=True).order_by("pk").values_list("pk", flat=True)
        return sum(archive.unpack(pk) for pk in packed.iterator(chunk_size=500))
