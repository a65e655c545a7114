"""`make nightly`: what takes too long for each change. Run every part even if another fails, then name those that failed.

The suite with coverage; all of it over PostgreSQL; an installation with the newest versions; the other Pythons on this machine;
prepared queries under the oldest allowed Django and the first that is not allowed yet; and half an hour of random games.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import coverage_by_folder
import servers
import test as suite

PYTHONS = ("python3.11", "python3.12", "python3.13")
PREPARED = ("tests/games/test_reads.py", "tests/notifications/test_prepared_changes.py", "tests/games/test_one_moment.py")
SUITE = ("-m", "pytest", "-q", "-m", suite.OVER_SQLITE, *suite.ON_ALL_CORES)
DEEP = {"DEPTH": "4"}
"""Random tests go so many times as far as in `make test`."""
MINUTES = os.environ.get("MINUTES", "30")


def run(*command: str | Path, **env: str) -> bool:
    """Run this program at the root of the project, with its own data; return whether it passed."""
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / "static").mkdir()
        whole = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY, **env}
        return subprocess.run(command, cwd=suite.ROOT, env=whole).returncode == 0


def over_postgres() -> bool:
    with tempfile.TemporaryDirectory() as folder, servers.town(Path(folder)) as town:
        return suite.pytest("PostgreSQL and Redis, everything", "not browser and not post", town | suite.NEW_YEAR | DEEP)


def elsewhere(python: str, *commands: tuple[str, ...], **env: str) -> bool:
    """Run all these Python commands in a new environment made with this Python."""
    with tempfile.TemporaryDirectory() as folder:
        own = str(Path(folder) / "bin" / "python")
        return run(python, "scripts/install.py", folder, "dev", **env) and all(run(own, *command) for command in commands)


def other_django(python: str, wanted: str) -> bool:
    return elsewhere(python, ("-m", "pip", "install", "-q", "--no-deps", f"django{wanted}"), ("-m", "pytest", "-q", *PREPARED))


def parts() -> dict[str, Callable[[], bool]]:
    """Return the parts by name."""
    here = "python{}.{}".format(*sys.version_info)
    pythons = [path for name in PYTHONS if name != here and (path := shutil.which(name)) and run(path, "--version")]
    newest = [sys.executable, *pythons][-1]
    oldest, above = re.findall(r'"django>=([\d.]+),<(\d+)"', (suite.ROOT / "pyproject.toml").read_text())[0]
    found: dict[str, Callable[[], bool]] = {
        "coverage": lambda: coverage_by_folder.main() == 0,
        "everything over PostgreSQL": over_postgres,
        "the newest versions": lambda: elsewhere(sys.executable, ("scripts/test.py",), LOCK="no"),
        **{python: partial(elsewhere, python, SUITE) for python in pythons},
        f"prepared queries under Django {oldest}": lambda: other_django(sys.executable, f"=={oldest}"),
        f"random games for {MINUTES} minutes": lambda: run(sys.executable, "manage.py", "soak", "--minutes", MINUTES),
    }
    if pythons or sys.version_info >= (3, 12):  # Django 6 needs that
        found[f"prepared queries under Django {above}"] = lambda: other_django(newest, f">={above}")
    return found


def main() -> int:
    failed = []
    for name, part in parts().items():
        print(f"\n=== {name}", flush=True)
        if not part():
            failed.append(name)
    print(f"FAILED: {'; '.join(failed)}." if failed else "All passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
