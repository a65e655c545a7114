"""`make test`: the checks, then the whole suite over SQLite, then over PostgreSQL and Redis, then the browser.

What this machine lacks is left out and said so; with REQUIRE_ALL=1 that is a failure. Arguments go to pytest.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import check
import servers

ROOT = Path(__file__).resolve().parent.parent


def lacking() -> dict[str, str]:
    """What cannot run here, and why."""
    missing = {}
    if not servers.postgres_folder():
        missing["the suite over PostgreSQL and Redis"] = "PostgreSQL is not installed"
    elif not shutil.which("redis-server"):
        missing["the suite over PostgreSQL and Redis"] = "redis-server is not installed"
    if not servers.chromium():
        missing["the tests in a browser"] = "Chromium is not installed"
    return missing


def pytest(title: str, marks: str, env: dict[str, str], parallel: bool = True) -> bool:
    """One run of the suite in an environment of its own."""
    print(f"\n== {title}", flush=True)
    started = time.monotonic()
    spread = ["-n", str(os.cpu_count() or 1), "--dist", "loadfile"] if parallel else []
    command = [sys.executable, "-m", "pytest", "-q", "-m", marks, *spread, *sys.argv[1:]]
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / "static").mkdir()
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "BUCCANEER_DATA": data, **env})
    print(f"== {title}: {time.monotonic() - started:.0f} s", flush=True)
    nothing_here = done.returncode == 5 and len(sys.argv) > 1  # only where arguments asked for other tests
    return done.returncode == 0 or nothing_here


def run(missing: dict[str, str]) -> list[str]:
    """All runs this machine can do; the names of those that failed."""
    failed = []
    if check.main():
        failed.append("make check")
    if not pytest("SQLite", "not browser and not services", {}):
        failed.append("the suite over SQLite")
    if "the suite over PostgreSQL and Redis" not in missing:
        with tempfile.TemporaryDirectory() as folder, servers.town(Path(folder)) as env:
            if not pytest("PostgreSQL and Redis", "not browser", env):
                failed.append("the suite over PostgreSQL and Redis")
    if "the tests in a browser" not in missing and not pytest("Browser", "browser", {}, parallel=False):
        failed.append("the tests in a browser")
    return failed


def main() -> int:
    missing = lacking()
    failed = run(missing)
    print()
    for what, why in missing.items():
        print(f"Left out: {what}, because {why}.")
    if missing and os.environ.get("REQUIRE_ALL") == "1":
        failed.append("nothing may be left out (REQUIRE_ALL=1)")
    print(f"FAILED: {'; '.join(failed)}." if failed else "All passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
