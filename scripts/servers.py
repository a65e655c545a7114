"""Servers for test runs: PostgreSQL, Redis and the site itself, in temporary folders; and npm packages."""

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NPM = ROOT / "scripts" / "npm"
KEY = "a key that is the same each time, as are the codes in letters that it makes"
"""The secret key of a test site, the same in each run, so that runs can be repeated."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

Server = tuple[list[str | Path], dict[str, Any]]
"""The command of a server, and its user and working folder as options for `subprocess`."""
LEFT_OUT_LINE = "Left out: "
"""The prefix of a line in which a script says what it cannot do on this machine, and why."""
LEFT_OUT = 77
"""The exit status of a script that passed but skipped checks, although REQUIRE_ALL=1 requires all of them."""


def status_without(left_out: list[str]) -> int:
    """Return the exit status of a script that passed but skipped the checks named in `left_out`."""
    return LEFT_OUT if left_out and os.environ.get("REQUIRE_ALL") == "1" else 0


def postgres_folder() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs; None if PostgreSQL is not installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*debian, *([Path(on_path).parent] if on_path else [])]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def chromium() -> str | None:
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def free_port() -> int:
    """Return a free port below the ephemeral range, so that no outgoing connection can take it."""
    while True:
        if not is_open(port := random.randrange(20000, 32000)):  # noqa: S311
            return port


def free_ports(count: int) -> list[int]:
    """Return `count` different free ports."""
    ports: set[int] = set()
    while len(ports) < count:
        ports.add(free_port())
    return list(ports)


class Process:
    """A program that can be started, killed and started again. With a port, `start` waits until the port is open.

    The program's output is appended to the file `log`, or discarded.
    """

    def __init__(self, command: Sequence[str | Path], port: int | None = None, log: Path | None = None, **options: Any):
        self.command, self.port, self.log, self.options = command, port, log or Path(os.devnull), options
        self.running: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 30, **env: str) -> subprocess.Popen[bytes]:
        """Start the program with more environment variables. Raise SystemExit if it ends, or does not open its port within `seconds`."""
        options = self.options | ({"env": self.options["env"] | env} if env else {})
        with self.log.open("a") as log:
            self.running = subprocess.Popen(self.command, stdout=log, stderr=log, **options)
        limit = time.monotonic() + seconds
        while self.port and not is_open(self.port):
            if self.has_ended or time.monotonic() > limit:
                self.end()
                raise SystemExit(f"A test server did not open port {self.port}: {self.command[0]}")
            time.sleep(0.1)
        return self.running

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended by itself since its start."""
        return self.running is not None and self.running.poll() is not None

    def end(self, how: int = signal.SIGTERM, seconds: float = 60) -> bool:
        """Send the signal `how`, and wait for the program to end; return False if it had to be killed after `seconds`."""
        if self.running is None:
            return True
        process, self.running = self.running, None
        process.send_signal(how)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return False
        return True


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return not probe.connect_ex(("127.0.0.1", port))


@contextmanager
def running(command: Sequence[str | Path], port: int, seconds: float = 30, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = Process(command, port, **options)
    try:
        yield process.start(seconds)
    finally:
        process.end()


def postgres_address(port: int) -> str:
    return f"postgres://buccaneer@127.0.0.1:{port}/postgres"


def postgres_server(home: Path, port: int, **more: str) -> Server:
    """Create a database in the folder `home`; return the command of its server, with additional settings, and its user.

    Committed data survives a killed server, but not a crash of the machine: the server never waits for the disk.
    """
    options = ["--username=buccaneer", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    as_postgres(home, "initdb", *options, home / "data")
    return postgres_command(home, port, **more)


def replica_server(home: Path, port: int, primary: int, **more: str) -> Server:
    """Copy the running database at port `primary` into the folder `home`; return the command of a streaming replica, and its user."""
    address = ["--host=127.0.0.1", f"--port={primary}", "--username=buccaneer"]
    as_postgres(home, "pg_basebackup", *address, "--write-recovery-conf", "--checkpoint=fast", "--no-sync", f"--pgdata={home / 'data'}")
    return postgres_command(home, port, **more)


def as_postgres(home: Path, program: str, *options: str | Path) -> None:
    """Run a program of PostgreSQL in the folder `home`, as its user. Raise CalledProcessError if it fails."""
    command = [(postgres_folder() or Path()) / program, *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **owner_of_servers(home))


def owner_of_servers(home: Path) -> dict[str, Any]:
    """Return `subprocess` options for a server in the folder `home`. For root, give it to the user `postgres` and select this user."""
    user: dict[str, Any] = {"cwd": home}
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(home, owner.pw_uid, owner.pw_gid)
        home.parent.chmod(0o755)
        user |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    return user


def postgres_command(home: Path, port: int, **more: str) -> Server:
    """Return the command of a server for the database in the folder `home`, and its user."""
    quick = {"fsync": "off", "full_page_writes": "off", "max_connections": "200"}
    place = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(home), "port": str(port)}
    flags = [part for name, value in (quick | place | more).items() for part in ("-c", f"{name}={value}")]
    return [(postgres_folder() or Path()) / "postgres", "-D", home / "data", *flags], owner_of_servers(home)


def pgbouncer_server(home: Path, port: int, to: int) -> Server:
    """Return the command of a PgBouncer with the settings in deploy/, in front of the PostgreSQL at port `to`, and its user.

    PgBouncer keeps 20 connections, and hands each to another client after each transaction; roles need no password.
    """
    ours = {
        "buccaneer = host=127.0.0.1 port=5432 dbname=buccaneer": f"postgres = host=127.0.0.1 port={to} user=buccaneer",
        "listen_port = 6432": f"listen_port = {port}",
        "auth_type = scram-sha-256": "auth_type = any",
        "default_pool_size = 40": "default_pool_size = 20",
    }
    (home / "pgbouncer.ini").write_text(deploy_file("pgbouncer.ini", ours))
    return [shutil.which("pgbouncer") or "pgbouncer", home / "pgbouncer.ini"], owner_of_servers(home)


def deploy_file(name: str, ours: dict[str, str]) -> str:
    """Return a file of deploy/ with parts replaced: `ours` maps old text to new text. Raise ValueError if the file lacks an old text."""
    text = (ROOT / "deploy" / name).read_text()
    for theirs, own in ours.items():
        if theirs not in text:
            raise ValueError(f"deploy/{name} has no line {theirs!r}")
        text = text.replace(theirs, own)
    return text


def redis_server(folder: Path, port: int) -> list[str]:
    """Return the command of a Redis that stores nothing."""
    return ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]


@contextmanager
def site() -> Iterator[str]:
    """Run the site on this machine with temporary data; yield its URL."""
    with tempfile.TemporaryDirectory() as data:
        port = free_port()
        env = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": KEY, "PORT": str(port)}
        with running([sys.executable, "manage.py", "serve"], port, 120, cwd=ROOT, env=env):
            yield f"http://127.0.0.1:{port}/"


@contextmanager
def town(folder: Path, **settings: str) -> Iterator[dict[str, str]]:
    """Run a Redis, and a new PostgreSQL with these settings; yield the environment of a site that uses both."""
    database, broker = free_ports(2)
    home = folder / "postgres"
    home.mkdir()
    command, user = postgres_server(home, database, synchronous_commit="off", **settings)
    with running(command, database, **user), running(redis_server(folder, broker), broker):
        yield {
            "DATABASE_URL": postgres_address(database),
            "REDIS_URL": f"redis://127.0.0.1:{broker}/0",
            "EMAIL_URL": "smtp://127.0.0.1:25",
            "SECRET_KEY": KEY,
            "SITE_URL": "http://testserver",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
        }


def install_npm(name: str) -> str:
    """Install the packages in the lock of a folder in scripts/npm, unless they are installed; return why the installation failed, or "".

    The packages' install scripts are not run.
    """
    folder = NPM / name
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    if not shutil.which("npm"):
        return "npm is not installed"
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    return "" if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL).returncode == 0 else "npm cannot get the packages"
