"""Helpers of a restore drill: dump the database, restore it elsewhere, and take a fingerprint of every table."""

import hashlib
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql


class Print(NamedTuple):
    """A table's fingerprint: the number of rows, and a hash sum of their content in any order."""

    rows: int
    content: str


Prints = dict[str, Print]


class DrillError(Exception):
    """Raised if a program of the drill failed. The message is the program's output."""


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a program and return its output. Raise DrillError with the output if it fails."""
    done = subprocess.run(command, env=os.environ | (env or {}), capture_output=True, text=True)  # noqa: S603 - our own programs
    if done.returncode:
        raise DrillError(f"{Path(command[0]).name} failed: {(done.stdout + done.stderr).strip()}")
    return done.stdout


class Sqlite:
    def dump(self, file: Path) -> Prints:
        """Write a dump of the site's database. Return the fingerprints of the tables at the same moment."""
        with closing(sqlite3.connect(f"file:{settings.DATABASES['default']['NAME']}?mode=ro", uri=True)) as live:
            live.execute("BEGIN")  # the first read fixes the moment of both the dump and the fingerprints
            prints = sqlite_prints(live)
            with closing(sqlite3.connect(file)) as image:
                live.backup(image)
        return prints

    @contextmanager
    def restored(self, file: Path, folder: Path) -> Iterator[dict[str, str]]:
        """Yield the environment variables of a site with the restored dump. Leave nothing behind outside `folder`."""
        (folder / "buccaneer.sqlite3").write_bytes(file.read_bytes())
        yield {"BUCCANEER_DATA": str(folder), "SECRET_KEY": settings.SECRET_KEY}

    def prints(self, env: dict[str, str]) -> Prints:
        with closing(sqlite3.connect(Path(env["BUCCANEER_DATA"]) / "buccaneer.sqlite3")) as restored:
            try:
                problems = restored.execute("PRAGMA integrity_check").fetchall()
            except sqlite3.DatabaseError as error:
                raise DrillError(f"the restored file cannot be read: {error}") from None
            if problems != [("ok",)]:
                raise DrillError(f"the restored file is damaged: {problems[0][0]}")
            return sqlite_prints(restored)


def sqlite_prints(database: sqlite3.Connection) -> Prints:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'sqlite_sequence' ORDER BY name"
    names = [name for (name,) in database.execute(tables)]
    prints = {}
    for table in names:
        rows, content = 0, 0
        for row in database.execute(f'SELECT * FROM "{table}"'):  # noqa: S608 - a name of the database's own list
            rows += 1
            content += int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=8).digest())
        prints[table] = Print(rows, f"{content % 2**64:016x}")
    return prints


class Postgres:
    def __init__(self) -> None:
        self.url = os.environ["DATABASE_URL"]
        self.name = f"drill_{os.getpid()}_of_{connection.settings_dict['NAME']}"[:60]

    def address(self, name: str) -> str:
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    @staticmethod
    def run(*command: str | Path, address: str) -> None:
        """Run a PostgreSQL program on the database at `address`, without the password on the command line, which others can read."""
        parts = urlsplit(address)
        user = f"{parts.username}@" if parts.username else ""
        place = parts._replace(netloc=user + parts.netloc.rpartition("@")[2]).geturl()
        run(*command[:1], f"--dbname={place}", *command[1:], env={"PGPASSWORD": unquote(parts.password)} if parts.password else None)

    def dump(self, file: Path) -> Prints:
        with psycopg.connect(self.live(), autocommit=True) as live:
            live.execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            (moment,) = live.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
            self.run("pg_dump", "--format=custom", "--no-owner", f"--snapshot={moment}", f"--file={file}", address=self.live())
            return postgres_prints(live)

    def live(self) -> str:
        """Return the URL of the database that is open now (tests have their own)."""
        return self.address(str(connection.settings_dict["NAME"]))

    @contextmanager
    def restored(self, file: Path, folder: Path) -> Iterator[dict[str, str]]:
        with psycopg.connect(self.live(), autocommit=True) as server:
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(self.name)))
            try:
                self.run("pg_restore", "--no-owner", "--exit-on-error", file, address=self.address(self.name))
                yield {"DATABASE_URL": self.address(self.name), "BUCCANEER_DATA": str(folder)}
            finally:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(self.name)))

    def prints(self, env: dict[str, str]) -> Prints:
        with psycopg.connect(env["DATABASE_URL"]) as restored:
            return postgres_prints(restored)


def postgres_prints(database: psycopg.Connection) -> Prints:
    """Return the fingerprints of tables and sequences. A sequence that repeats a number would fail only a day later."""
    tables = [name for (name,) in database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")]
    prints = {}
    for name in tables:
        ask = sql.SQL("SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)::text FROM {} t").format(sql.Identifier(name))
        prints[name] = Print(*(database.execute(ask).fetchone() or (0, "")))
    ask_all = "SELECT sequencename, coalesce(last_value, 0)::text FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"
    return prints | {name: Print(1, last) for name, last in database.execute(ask_all)}


def differences(before: Prints, after: Prints) -> list[str]:
    """Return a line for each table that is missing, is new, or differs in its rows."""
    lines = []
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name), after.get(name)
        if was is None or now is None:
            lines.append(f"{name} is {'missing' if now is None else 'new'} after restoring")
        elif was.rows != now.rows:
            lines.append(f"{name} had {was.rows} rows and has {now.rows} after restoring")
        elif was != now:
            lines.append(f"{name} has as many rows ({now.rows}), but with other content")
    return lines


def database_of_site() -> Sqlite | Postgres:
    return Postgres() if connection.vendor == "postgresql" else Sqlite()
