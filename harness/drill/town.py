"""The town of a drill: its processes, each of which can be killed and comes back. Only processes that were started here are touched."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import servers

from harness import ROOT

BIN = Path(sys.executable).parent
DISK = 300
"""Megabytes of the disk of the database."""
FAKETIME = [Path("/usr/lib") / machine / "faketime/libfaketimeMT.so.1" for machine in ("x86_64-linux-gnu", "aarch64-linux-gnu")]
PATIENCE = 180
"""Seconds in which a process opens its port, however busy the machine is."""
SERVERS = ("PostgreSQL", "Redis")
SITE = ("web", "worker", "beat", "receiver")
CELERY = ("celery", "-q", "-A", "buccaneer_site")


def faketime() -> Path | None:
    """Return the library that shows a program another time, or None."""
    return next((path for path in FAKETIME if path.exists()), None)


class Process:
    """One process of the town. `start` after `kill` starts the same again."""

    def __init__(self, name: str, command: Sequence[str | Path], log: Path, port: int | None = None, **options: Any):
        self.name, self.command, self.log, self.port, self.options = name, command, log, port, options
        self.running: subprocess.Popen[bytes] | None = None
        self.more_env: dict[str, str] = {}
        self.lock, self.revived = threading.RLock(), 0

    def start(self, **env: str) -> None:
        """Start it, with these variables beside its own, and wait for its port, if it has one. Tries again while it ends at once."""
        with self.lock:
            self.more_env = env
            options = self.options | ({"env": self.options["env"] | env} if env else {})
            until = time.monotonic() + PATIENCE
            while True:
                with self.log.open("a") as log:
                    self.running = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True, **options)
                try:
                    if self.port:
                        servers.wait_for(self.port, self.running, PATIENCE)
                    return
                except SystemExit:
                    self.kill()
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.3)

    def revive(self) -> None:
        """Start it again if it ended by itself, as systemd does; not while it is killed or started."""
        if not self.lock.acquire(blocking=False):
            return
        try:
            if self.running is not None and self.running.poll() is not None:
                self.revived += 1
                self.start(**self.more_env)
        finally:
            self.lock.release()

    def end(self, how: int = signal.SIGTERM) -> bool:
        """Ask it to end; return False if it had to be killed."""
        try:
            self.kill(how)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return True

    def kill(self, how: int = signal.SIGKILL) -> None:
        """Send this signal and wait for its end, also for that of its children, which have no others to work for."""
        with self.lock:
            if self.running is None:
                return
            self.running.send_signal(how)
            self.running.wait(60)
            if how == signal.SIGKILL and self.name != "PostgreSQL":  # its children notice, and write nothing more
                with suppress(ProcessLookupError):
                    os.killpg(self.running.pid, signal.SIGKILL)
            self.running = None


class Town:
    """All processes of a site over PostgreSQL and Redis, with its database on a small disk, if this machine lets us make one."""

    def __init__(self, folder: Path, relay: int, code: Path = ROOT):
        self.folder, self.code, self.disk, self.has_disk = folder, code, folder / "disk", False
        self.ports = dict(zip(("database", "redis", "web", "receiver"), servers.free_ports(4), strict=True))
        self.env = os.environ | {
            "DATABASE_URL": servers.postgres_address(self.ports["database"]),
            "REDIS_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "EMAIL_URL": f"smtp://127.0.0.1:{relay}",
            "SECRET_KEY": servers.KEY,
            "SITE_URL": f"http://127.0.0.1:{self.ports['web']}",
            "BUCCANEER_DATA": str(folder / "data"),
            "REPLY_DOMAIN": "in.port-royal.example",
            "LETTERS_IN": f"lmtp://127.0.0.1:{self.ports['receiver']}",
            "AUTHSERV_ID": "mx.port-royal.example",
            "PYTHONPATH": str(code),
        }
        self.webs = [self.ports["web"]]
        """The ports at which web processes listen; people use any of them."""
        self.processes: dict[str, Process] = {}
        self.extras: list[Process] = []
        """The processes that are started for one strike only."""
        self.stop_reviving = threading.Event()

    def build(self) -> None:
        """Make the servers and the site, and start everything."""
        (self.folder / "data" / "static").mkdir(parents=True)
        self.folder.chmod(0o755)
        self.databases()
        self.add("Redis", servers.redis_server(self.folder, self.ports["redis"]), self.ports["redis"]).start()
        self.renew()
        self.sites()
        self.site("beat", [*CELERY, "beat", "--schedule", str(self.folder / "beat")])
        self.site("receiver", ["python", "manage.py", "receive_letters"], self.ports["receiver"])
        for process in self.processes.values():
            if process.running is None:
                process.start()

    def databases(self) -> None:
        """Make and start what holds the rows."""
        self.disk.mkdir()
        self.has_disk = self.mount()
        (self.disk / "postgres").mkdir()
        command, who = servers.postgres_server(self.disk / "postgres", self.ports["database"], max_wal_size="64MB", wal_recycle="off")
        self.add("PostgreSQL", command, self.ports["database"], **who).start()

    def sites(self) -> None:
        """Add the processes of the site that may come several times."""
        self.web("web", self.ports["web"])
        self.worker("worker", "-c", "5", "--without-gossip", "--without-mingle", "--without-heartbeat")

    def renew(self) -> None:
        """Bring database and static files to this code, as docs/keeping.md says; processes of older code go on."""
        for arguments in (("migrate",), ("collectstatic", "--noinput")):
            subprocess.run([sys.executable, "manage.py", *arguments, "--verbosity", "0"], cwd=self.code, env=self.env, check=True)

    def mount(self) -> bool:
        """Put a small disk at `disk`; return whether that is allowed here."""
        if os.getuid() or not shutil.which("mount"):
            return False
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=755", "none", self.disk], capture_output=True)
        return done.returncode == 0

    def add(self, name: str, command: Sequence[str | Path], port: int | None = None, **options: Any) -> Process:
        self.processes[name] = Process(name, command, self.folder / f"{name}.log", port, **options)
        return self.processes[name]

    def site(self, name: str, command: list[str], port: int | None = None) -> Process:
        """Add a process of the site; `python` and programs of its environment are those of this process."""
        return self.add(name, [BIN / command[0], *command[1:]], port, env=dict(self.env), cwd=self.code)

    def web(self, name: str, port: int) -> Process:
        """Add a web process of this code."""
        return self.site(
            name, ["uvicorn", "buccaneer_site.asgi:application", "--lifespan", "off", "--no-access-log", "--port", str(port)], port
        )

    def worker(self, name: str, *options: str) -> Process:
        """Add a worker of this code."""
        return self.site(name, [*CELERY, "worker", "--pool", "threads", "-O", "fair", *options])

    def fill(self) -> Path:
        """Fill the disk of the database to the last byte; return the file that does."""
        ballast = self.disk / "ballast"
        with ballast.open("wb", buffering=0) as file:
            for size in (2**20, 2**12):
                with suppress(OSError):
                    while True:
                        file.write(bytes(size))
        return ballast

    def query(self, sql: str, port: str = "") -> float:
        """Return the number that the database (or the one at this port) answers; 0 for none. Raises psycopg.Error while it is away."""
        address = servers.postgres_address(self.ports[port]) if port else self.env["DATABASE_URL"]
        with psycopg.connect(address, connect_timeout=3) as connection:
            cursor = connection.execute(sql)
            row = cursor.fetchone() if cursor.description else None
            return float(row[0] or 0) if row else 0.0

    def keep_alive(self) -> None:
        """From now on start again what ends by itself, as systemd does (deploy/systemd)."""
        threading.Thread(target=self.look_after, daemon=True).start()

    def look_after(self) -> None:
        while not self.stop_reviving.wait(2):
            for process in [process for name, process in self.processes.items() if name not in SERVERS]:
                with suppress(SystemExit):
                    process.revive()

    def end(self) -> None:
        """Ask everything to end, the servers last; remove the disk."""
        self.stop_reviving.set()
        for process in reversed([*self.processes.values(), *self.extras]):
            process.end(signal.SIGINT if process.name == "PostgreSQL" else signal.SIGTERM)
        if self.has_disk:
            subprocess.run(["umount", "--lazy", self.disk], check=True)  # a server that was killed leaves children for a moment
