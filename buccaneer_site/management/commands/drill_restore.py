"""`manage.py drill_restore`: make a backup, restore it elsewhere, and check that nothing is missing and every game replays."""

import os
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from buccaneer_site.drill import DrillError, Postgres, Sqlite, database_of_site, differences, run


class Command(BaseCommand):
    help = (
        "Make a backup of the running site, restore it beside it in quiet mode, compare every table and replay every game. "
        "Ends with 1 if anything differs. Needs room for a second database; leaves nothing behind."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--backup", type=Path, metavar="FILE", help="drill with this backup; it may be older, so differences are only named"
        )
        parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the backup that is made, if the drill succeeds")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="for replaying games")

    def handle(self, *args: Any, backup: Path | None = None, keep: Path | None = None, processes: int = 1, **options: Any) -> None:
        if backup is not None and not backup.is_file():
            raise CommandError(f"There is no backup {backup}.")
        if keep is not None and (keep.exists() or not keep.parent.is_dir()):
            raise CommandError(f"{keep} cannot be written: it exists, or its folder does not.")
        with tempfile.TemporaryDirectory(prefix="buccaneer-drill-") as folder:
            try:
                dump = self.drill(database_of_site(), backup, Path(folder), processes)
            except (DrillError, OSError) as error:
                raise CommandError(f"The drill failed: {error}") from None
            if keep is not None and backup is None:
                keep.touch(mode=0o600)
                keep.write_bytes(dump.read_bytes())
        self.stdout.write("ok  The backup can be restored: nothing differs." if backup is None else "ok  This backup can be restored.")

    def drill(self, kind: Sqlite | Postgres, backup: Path | None, folder: Path, processes: int) -> Path:
        """Run the drill and return the backup file. Raise DrillError."""
        start, file, data = monotonic(), backup or folder / "backup", folder / "data"
        data.mkdir(mode=0o700)
        before = kind.dump(folder / "backup")
        self.say(f"{'compared with' if backup else 'backup made of'} {len(before)} tables", start)
        with kind.restored(file, data) as env:
            after = kind.prints(env)
            self.say(f"restored, with {sum(table.rows for table in after.values())} rows", start)
            wrong = differences(before, after)
            if backup is not None:
                for line in wrong:
                    self.stdout.write(f"    since the backup: {line}")
                wrong = [f"{name} is missing" for name in sorted(before.keys() - after.keys())]
                self.manage(env, start, "migrate", "--verbosity", "0")  # the backup may be from an older release
            self.manage(env, start, "verify_games", "--processes", str(processes))
        if wrong:
            raise DrillError("; ".join(wrong))
        return file

    def manage(self, env: dict[str, str], start: float, *command: str) -> None:
        """Run a management command on the restored database, in quiet mode. Raise DrillError."""
        ours = {"QUIET": "1", "DJANGO_SETTINGS_MODULE": "buccaneer_site.settings", "PYTHONPATH": str(settings.BASE_DIR)}
        output = run(sys.executable, "-m", "django", *command, env=env | ours)
        self.say(f"{command[0]}: {output.strip().removeprefix('ok  ') or 'done'}", start)

    def say(self, line: str, start: float) -> None:
        self.stdout.write(f"{monotonic() - start:5.1f} s  {line}")
