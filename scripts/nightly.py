"""`make nightly`: what takes too long for each change. Run every part even if another fails, then name those that failed.

The suite with coverage; all of it over PostgreSQL; an installation with the newest versions; the other Pythons on this machine;
prepared queries under the oldest allowed Django and the first that is not allowed yet; both wheels in empty environments; Lighthouse
on the main pages; 2,000 requests to the API, made from its description; a game of each edition played by clicking in Chromium, at two
sizes, light and dark; the drill of 20 minutes, and an upgrade while people play; a town on several machines whose processes are
killed in turn; and half an hour of random games.
Arguments go to pytest wherever the suite is run: `MINUTES=1 make nightly ARGS=tests/engine` tries every part in short.
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
import lighthouse
import machines
import play_in_browser
import servers
import test as suite

PYTHONS = ("python3.11", "python3.12", "python3.13")
HERE = "python{}.{}".format(*sys.version_info)
FOR_NEXT = "python3.12"
"""What the next Django needs."""
PREPARED = ("tests/games/test_reads.py", "tests/notifications/test_prepared_changes.py", "tests/games/test_one_moment.py")
SUITE = ("-m", "pytest", "-q", "-m", suite.OVER_SQLITE, *suite.ON_ALL_CORES, *sys.argv[1:])
API = "tests/security/test_api_schema.py"
DEEP = {"DEPTH": "4"}
"""Random tests go so many times as far as in `make test`."""
MINUTES = os.environ.get("MINUTES", "30")
DRILL = os.environ.get("MINUTES", "20")


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


def pythons() -> dict[str, str]:
    """Return the Pythons that run on this machine by name, the oldest first."""
    paths = {name: sys.executable if name == HERE else shutil.which(name) for name in sorted({*PYTHONS, HERE})}
    return {name: path for name, path in paths.items() if path and run(path, "--version")}


def parts(able: dict[str, str]) -> dict[str, Callable[[], bool] | None]:
    """Return the parts by name; None for those that need a Python or programs that are not here."""
    oldest, above = re.findall(r'"django>=([\d.]+),<(\d+)"', (suite.ROOT / "pyproject.toml").read_text())[0]
    newest = max(able)
    return {
        "coverage": lambda: coverage_by_folder.main() == 0,
        "everything over PostgreSQL": over_postgres,
        "the newest versions": lambda: elsewhere(sys.executable, ("scripts/test.py", *sys.argv[1:]), LOCK="no"),
        **{name: partial(elsewhere, able[name], SUITE) if name in able else None for name in PYTHONS if name != HERE},
        f"prepared queries under Django {oldest}": lambda: other_django(sys.executable, f"=={oldest}"),
        f"prepared queries under Django {above}": (lambda: other_django(able[newest], f">={above}")) if newest >= FOR_NEXT else None,
        "both wheels in empty environments": lambda: run(sys.executable, "scripts/try_wheels.py"),
        "2,000 requests to the API": lambda: run(sys.executable, "-m", "pytest", "-q", API, API_CASES="2000"),
        "Lighthouse on the main pages": lambda: lighthouse.main() == 0,
        "every edition played by clicking": lambda: play_in_browser.main() == 0,
        "the drill": lambda: run(sys.executable, "scripts/drill.py", MINUTES=DRILL),
        "an upgrade while people play": lambda: run(sys.executable, "scripts/upgrade_drill.py"),
        "a town on several machines": (lambda: run(sys.executable, "scripts/machines.py", MINUTES="2")) if not machines.lacking() else None,
        f"random games for {MINUTES} minutes": lambda: run(sys.executable, "manage.py", "soak", "--minutes", MINUTES),
    }


def main() -> int:
    failed, left_out = [], []
    for name, part in parts(pythons()).items():
        print(f"\n=== {name}", flush=True)
        if part is None:
            left_out.append(name)
        elif not part():
            failed.append(name)
    if left_out:
        print(f"Left out, as this machine has no Python or no programs for it: {'; '.join(left_out)}.")
    print(f"FAILED: {'; '.join(failed)}." if failed else "All others passed." if left_out else "All passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
