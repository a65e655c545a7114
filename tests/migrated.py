"""The test database is migrated once for all processes and runs, and copied after that: half a second instead of five.

What all migrations make is kept beside the test databases, in the folder for temporary files (SQLite) or as one more database of the same
server (PostgreSQL). Its name changes with every migration and every locked dependency.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(tempfile.gettempdir())


def name_of_all_migrations() -> str:
    """Return a name for what the migrations make."""
    files = [*sorted(ROOT.glob("*/migrations/*.py")), ROOT / "requirements-dev.lock"]
    content = b"".join(file.name.encode() + file.read_bytes() for file in files)
    return f"buccaneer_migrated_{hashlib.sha256(content).hexdigest()[:16]}"


@contextmanager
def alone() -> Iterator[None]:
    """Let one process migrate, while the others wait for what it makes."""
    with (FOLDER / f"buccaneer-migrated-{os.getuid()}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def migrate(database: str | Path) -> None:
    """Do all migrations in this database, and leave it."""
    settings = connection.settings_dict
    usual = settings["NAME"]
    connection.close()
    settings["NAME"] = database
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        connection.close()
        settings["NAME"] = usual


def copied_file(name: str) -> None:
    """Put a copy of the migrated file where the test database is to be."""
    kept, new = (FOLDER / f"{name}-{os.getuid()}{end}.sqlite3" for end in ("", "-new"))
    if not kept.exists():
        new.unlink(missing_ok=True)
        migrate(new)
        new.rename(kept)
    shutil.copyfile(kept, connection.settings_dict["TEST"]["NAME"])


def template(name: str) -> None:
    """Have the test database made from one that is migrated."""
    new = f"{name}_new"
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f"DROP DATABASE IF EXISTS {new}")
            cursor.execute(f"CREATE DATABASE {new}")
            migrate(new)
            connection.close_pool()  # nobody may be in it when it is renamed or copied
            cursor.execute(f"ALTER DATABASE {new} RENAME TO {name}")
    connection.settings_dict["TEST"]["TEMPLATE"] = name


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, django_db_blocker):
    """Before the test database is made: have it begin with what is migrated."""
    with django_db_blocker.unblock(), alone():
        (copied_file if connection.vendor == "sqlite" else template)(name_of_all_migrations())


@pytest.fixture(scope="session")
def django_db_keepdb(request):
    """The copied file is taken as it is; over PostgreSQL the database is made anew, from the template."""
    return connection.vendor == "sqlite" or request.config.getvalue("reuse_db")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Remove the file at the end: nobody else does, as it seems to be kept."""
    yield
    if connection.vendor == "sqlite":
        connection.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{connection.settings_dict['TEST']['NAME']}{end}").unlink(missing_ok=True)
