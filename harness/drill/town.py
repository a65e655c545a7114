"""The town of a drill: its processes, each of which can be killed and restarted. The town touches only processes that it started."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import servers

from harness import ROOT

BIN = Path(sys.executable).parent
DISK = 300
"""The size of the database's disk, in megabytes."""
PATIENCE = 180
"""Seconds within which a process must open its port, however busy the machine is."""
SERVERS = ("PostgreSQL", "Redis")
SITE = ("web", "worker", "beat", "receiver")
CELERY = ("celery", "-q", "-A", "buccaneer_site")


def faketime() -> Path | None:
    """Return the path of libfaketime, which gives a program a wrong clock; None if it is not installed."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


class Process(servers.Process):
    """A process of the town, with a name and a log. It is not revived while it is being killed or started."""

    def __init__(self, name: str, *given: Any, **options: Any):
        super().__init__(*given, **options | {"start_new_session": True})
        self.name, self.lock, self.revived, self.more_env = name, threading.RLock(), 0, dict[str, str]()

    def start(self, seconds: float = PATIENCE, **env: str) -> subprocess.Popen[bytes]:
        """Start the process; if it ends at once, try again for the given number of seconds."""
        with self.lock:
            self.more_env, limit = env, time.monotonic() + seconds
            while True:
                try:
                    return super().start(seconds, **env)
                except SystemExit:
                    if time.monotonic() > limit:
                        raise
                    time.sleep(0.3)

    def revive(self) -> None:
        """Restart the process if it exited on its own, as systemd would."""
        if self.lock.acquire(blocking=False):
            try:
                if self.has_ended:
                    self.revived += 1
                    self.start(PATIENCE, **self.more_env)
            finally:
                self.lock.release()

    def kill(self) -> None:
        """Kill the process and its children, except the children of PostgreSQL, which notice and stop writing."""
        with self.lock:
            if self.running is not None:
                pid = self.running.pid
                self.end(signal.SIGKILL)
                if self.name != "PostgreSQL":
                    with suppress(ProcessLookupError):
                        os.killpg(pid, signal.SIGKILL)


class Town:
    """All processes of a site on PostgreSQL and Redis. The database is on a small disk if this machine can mount one."""

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
        """The ports of the web processes; people send each request to a random one."""
        self.processes: dict[str, Process] = {}
        self.extras: list[Process] = []
        """Processes that are started for one strike only."""
        self.stop_reviving = threading.Event()

    def build(self) -> None:
        """Create the servers and the site, and start all processes."""
        (self.folder / "data" / "static").mkdir(parents=True)
        self.folder.chmod(0o755)
        self.databases()
        self.add("Redis", servers.redis_server(self.folder, self.ports["redis"]), self.ports["redis"]).start()
        self.renew()
        self.sites()
        self.site("beat", *CELERY, "beat", "--schedule", str(self.folder / "beat"))
        self.site("receiver", "python", "manage.py", "receive_letters", port=self.ports["receiver"])
        for process in self.processes.values():
            if process.running is None:
                process.start()

    def databases(self) -> None:
        """Create and start PostgreSQL, on a small disk if one can be mounted."""
        self.disk.mkdir()
        self.has_disk = self.mount()
        (self.disk / "postgres").mkdir()
        command, who = servers.postgres_server(self.disk / "postgres", self.ports["database"], max_wal_size="64MB", wal_recycle="off")
        self.add("PostgreSQL", command, self.ports["database"], **who).start()

    def sites(self) -> None:
        """Add a web process and a worker."""
        self.web("web", self.ports["web"])
        self.worker("worker", "-c", "5", "--without-gossip", "--without-mingle", "--without-heartbeat")

    def renew(self) -> None:
        """Migrate the database and collect static files with `code`, as docs/keeping.md says; processes with older code keep running."""
        for arguments in (("migrate",), ("collectstatic", "--noinput")):
            subprocess.run([sys.executable, "manage.py", *arguments, "--verbosity", "0"], cwd=self.code, env=self.env, check=True)

    def mount(self) -> bool:
        """Mount a small disk at `disk`; return whether this machine allows mounting."""
        if os.getuid() or not shutil.which("mount"):
            return False
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=755", "none", self.disk], capture_output=True)
        return done.returncode == 0

    def add(self, name: str, command: list[Any], port: int | None = None, **options: Any) -> Process:
        self.processes[name] = Process(name, command, port, self.folder / f"{name}.log", **options)
        return self.processes[name]

    def site(self, name: str, program: str, *options: str, port: int | None = None) -> Process:
        """Add a process that runs a program of this virtual environment with the town's code."""
        return self.add(name, [BIN / program, *options], port, env=dict(self.env), cwd=self.code)

    def web(self, name: str, port: int) -> Process:
        application = ("buccaneer_site.asgi:application", "--lifespan", "off", "--no-access-log", "--port", str(port))
        return self.site(name, "uvicorn", *application, port=port)

    def worker(self, name: str, *options: str) -> Process:
        return self.site(name, *CELERY, "worker", "--pool", "threads", "-O", "fair", *options)

    def fill(self) -> Path:
        """Fill the database's disk to the last byte; return the file that fills it."""
        ballast = self.disk / "ballast"
        with ballast.open("wb", buffering=0) as file:
            for size in (2**20, 2**12):
                with suppress(OSError):
                    while True:
                        file.write(bytes(size))
        return ballast

    def query(self, sql: str, port: str = "") -> float:
        """Return the number that a query gives, 0 for none; `port`: a name in `ports`. Raise psycopg.Error while the database is down."""
        address = servers.postgres_address(self.ports[port]) if port else self.env["DATABASE_URL"]
        with psycopg.connect(address, connect_timeout=3) as connection:
            cursor = connection.execute(sql)
            row = cursor.fetchone() if cursor.description else None
            return float(row[0] or 0) if row else 0.0

    def look_after(self) -> None:
        """Restart processes of the site that exit on their own, as systemd would, until `stop_reviving` is set."""
        while not self.stop_reviving.wait(2):
            for process in [process for name, process in self.processes.items() if name not in SERVERS]:
                with suppress(SystemExit):
                    process.revive()

    def end(self) -> None:
        """End all processes, the servers last, and unmount the disk."""
        self.stop_reviving.set()
        for process in reversed([*self.processes.values(), *self.extras]):
            process.end(signal.SIGINT if process.name == "PostgreSQL" else signal.SIGTERM)
        if self.has_disk:
            subprocess.run(["umount", "--lazy", self.disk], check=True)  # children of a killed server use the disk for a moment
