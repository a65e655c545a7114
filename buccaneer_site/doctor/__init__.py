"""`buccaneer doctor`: check everything a running site needs; for each problem say what is missing and what to do."""

from collections.abc import Iterator
from pathlib import Path

from notifications.doctor.checks import examine as examine_post
from notifications.doctor.findings import Finding

from . import machine, running


def examine(backups: Path | None = None, with_letter: bool = False) -> Iterator[Finding]:
    """Check everything, from the machine up to the pages. `backups` is the folder of backups; `with_letter` sends a test letter.

    Without the database, leave out what is read from it, since one finding has reported that already.
    """
    yield from machine.examine(backups)
    database = running.database()
    yield database
    yield running.replica()
    yield running.redis()
    yield running.films()
    if database.state == "ok":
        yield from running.from_database()
    yield from running.workers()
    yield from running.pages()
    yield from examine_post(with_letter)
