"""Programs for test runs: PostgreSQL, Redis and the site itself in temporary folders, and npm packages."""

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
"""The secret key of a test site, so that each run is like the one before."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

Server = tuple[list[str | Path], dict[str, Any]]
"""The command of a server, and its user and folder as options of `subprocess`."""
LEFT_OUT_LINE = "Left out: "
"""The prefix of a line that says what a script cannot do on this machine, and why."""
LEFT_OUT = 77
"""The exit status of a script that passed but left something out, though REQUIRE_ALL=1 asks for all."""


def status_without(left_out: list[str]) -> int:
    """Return the exit status of a script that passed but left out the checks named in `left_out`."""
    return LEFT_OUT if left_out and os.environ.get("REQUIRE_ALL") == "1" else 0


def postgres_folder() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version first; None if it is not installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*debian, *([Path(on_path).parent] if on_path else [])]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def chromium() -> str | None:
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def free_port() -> int:
    """Return a port below the ephemeral range, so no outgoing connection can use it."""
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
    """A program that can be started, killed and started again. With a port, `start` waits until it is open.

    Its output goes to the end of the file `log`, or nowhere.
    """

    def __init__(self, command: Sequence[str | Path], port: int | None = None, log: Path | None = None, **options: Any):
        self.command, self.port, self.log, self.options = command, port, log or Path(os.devnull), options
        self.running: subprocess.Popen[bytes] | None = None

    def start(self, seconds: float = 30, **env: str) -> subprocess.Popen[bytes]:
        """Start the program with these variables, too. Raise SystemExit if it ends or does not open its port in this time."""
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
        """Whether the program was started and has ended by itself."""
        return self.running is not None and self.running.poll() is not None

    def end(self, how: int = signal.SIGTERM, seconds: float = 60) -> bool:
        """Send this signal and wait for the end; return False if the program had to be killed."""
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
    """Create a database in this folder; return the command of its server, with these settings, and its user.

    Committed data survives a killed server, but not a stopped machine: nothing waits for the disk.
    """
    options = ["--username=buccaneer", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    as_postgres(home, "initdb", *options, home / "data")
    return postgres_command(home, port, **more)


def replica_server(home: Path, port: int, primary: int, **more: str) -> Server:
    """Copy the running database at port `primary` into this folder, to be kept up by streaming; return what `postgres_server` does."""
    address = ["--host=127.0.0.1", f"--port={primary}", "--username=buccaneer"]
    as_postgres(home, "pg_basebackup", *address, "--write-recovery-conf", "--checkpoint=fast", "--no-sync", f"--pgdata={home / 'data'}")
    return postgres_command(home, port, **more)


def as_postgres(home: Path, program: str, *options: str | Path) -> None:
    """Run a program of PostgreSQL in this folder, as its user. Raises CalledProcessError."""
    command = [(postgres_folder() or Path()) / program, *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **owner_of_servers(home))


def owner_of_servers(home: Path) -> dict[str, Any]:
    """Return `subprocess` options for a server in this folder: as root they select the user `postgres`, who may then write there."""
    user: dict[str, Any] = {"cwd": home}
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(home, owner.pw_uid, owner.pw_gid)
        home.parent.chmod(0o755)
        user |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    return user


def postgres_command(home: Path, port: int, **more: str) -> Server:
    """Return the command of the server of the database in this folder, and its user."""
    quick = {"fsync": "off", "full_page_writes": "off", "max_connections": "200"}
    place = {"listen_addresses": "127.0.0.1", "unix_socket_directories": str(home), "port": str(port)}
    flags = [part for name, value in (quick | place | more).items() for part in ("-c", f"{name}={value}")]
    return [(postgres_folder() or Path()) / "postgres", "-D", home / "data", *flags], owner_of_servers(home)


def pgbouncer_server(home: Path, port: int, to: int) -> Server:
    """Return the command of a PgBouncer with the settings of deploy/, in front of the PostgreSQL at port `to`, and its user.

    It keeps 20 connections and hands each to another client after each transaction; roles need no password.
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
    """Return a file of deploy/ with the host's settings replaced by ours. Raise ValueError if it lacks one of them."""
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
    """Run the site on this machine with its own data; yield its address."""
    with tempfile.TemporaryDirectory() as data:
        port = free_port()
        env = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": KEY, "PORT": str(port)}
        with running([sys.executable, "manage.py", "serve"], port, 120, cwd=ROOT, env=env):
            yield f"http://127.0.0.1:{port}/"


@contextmanager
def town(folder: Path, **settings: str) -> Iterator[dict[str, str]]:
    """Run a new PostgreSQL with these settings and a Redis; yield the environment of a site that uses them."""
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
    """Install the packages in the lock of this folder of scripts/npm, unless they are there; return why that failed, or "".

    No package's scripts are run.
    """
    folder = NPM / name
    lock, done = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    if not shutil.which("npm"):
        return "npm is not installed"
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    return "" if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL).returncode == 0 else "npm cannot get the packages"
