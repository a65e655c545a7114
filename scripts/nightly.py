"""`make nightly`: run the checks that take too long for each change. All parts run even if one fails; then the outcome of each is printed.

`suites` and `tries` list the parts. A part that cannot run on this machine, or skips something, has not passed; the last lines name the
skipped parts and checks.

Arguments go to pytest in each part that runs the suite. MINUTES below 5 also shortens clicking, Lighthouse, API requests and benches:
`MINUTES=1 make nightly ARGS=tests/engine` tries every part.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import lighthouse
import servers
import test as suite

sys.path.append(str(servers.ROOT))
from harness.drill import machines

PYTHONS = ("python3.11", "python3.12", "python3.13")
HERE = "python{}.{}".format(*sys.version_info)
FOR_NEXT = "python3.12"
"""The oldest Python that the next Django supports."""
PREPARED = ("tests/games/test_reads.py", "tests/notifications/test_prepared_changes.py", "tests/games/test_one_moment.py")
SUITE = ("-m", "pytest", "-q", "-m", suite.OVER_SQLITE, *suite.ON_ALL_CORES, *sys.argv[1:])
API = "tests/security/test_api_schema.py"
DEEP = {"DEPTH": "4"}
"""DEPTH is the factor by which random tests go deeper than in `make test`."""
MINUTES = os.environ.get("MINUTES", "30")
DRILL = f"{min(float(MINUTES), 20):g}"
SHORT = float(MINUTES) < 5
HAS_TOWN = suite.TOWN not in suite.lacking()
NOT_RUN = "NOT RUN, as this machine lacks what it needs"
NOT_WHOLE = "passed, but left out: "
Part = Callable[[], bool] | None
"""A function that runs a part and returns whether it passed; None if this machine cannot run the part."""


class LeftOut(Exception):
    """A part passed, but skipped checks that this machine cannot run; the message says which, and why."""


def run(*command: str | Path, **env: str) -> bool:
    """Run a program in the project's root folder with temporary data; return whether it passed. Raise LeftOut if it skipped checks."""
    left_out = []
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / "static").mkdir()
        whole = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY, "REQUIRE_ALL": "1", **env}
        with subprocess.Popen(command, cwd=servers.ROOT, env=whole, stdout=subprocess.PIPE, text=True, errors="replace") as process:
            for line in process.stdout or ():
                print(line, end="", flush=True)
                left_out += [line.removeprefix(servers.LEFT_OUT_LINE).strip()] if line.startswith(servers.LEFT_OUT_LINE) else []
    if process.returncode == servers.LEFT_OUT:
        raise LeftOut(" ".join(left_out))
    return process.returncode == 0


def over_postgres() -> bool:
    with tempfile.TemporaryDirectory() as folder, servers.town(Path(folder)) as town:
        return suite.pytest(
            "PostgreSQL and Redis, everything", "not browser and not post", town | suite.NEW_YEAR | DEEP, *suite.ON_ALL_CORES, at_once=True
        )


def elsewhere(python: str, *commands: tuple[str, ...], **env: str) -> bool:
    """Run the given Python commands in a new virtual environment of the interpreter `python`; return whether all passed."""
    with tempfile.TemporaryDirectory() as folder:
        own = str(Path(folder) / "bin" / "python")
        return run(python, "scripts/install.py", folder, "dev", **env) and all(run(own, *command) for command in commands)


def other_django(python: str, wanted: str) -> bool:
    return elsewhere(python, ("-m", "pip", "install", "-q", "--no-deps", f"django{wanted}"), ("-m", "pytest", "-q", *PREPARED))


def pythons() -> dict[str, str]:
    """Return the path of each Python that runs on this machine, by name, the oldest first."""
    paths = {name: sys.executable if name == HERE else shutil.which(name) for name in sorted({*PYTHONS, HERE})}
    return {name: path for name, path in paths.items() if path and run(path, "--version")}


def clicking(*wanted: str) -> bool:
    """Play the named games (by default, all) in Chromium, with pictures in a temporary folder; return whether all passed."""
    with tempfile.TemporaryDirectory() as pictures:
        return run(sys.executable, "scripts/play_in_browser.py", pictures, *wanted)


def suites(able: dict[str, str]) -> dict[str, Part]:
    """Return the parts that run tests, by name; `able`: the paths of installed Pythons."""
    oldest, above = re.findall(r'"django>=([\d.]+),<(\d+)"', (servers.ROOT / "pyproject.toml").read_text())[0]
    newest = max(able)
    return {
        "coverage": lambda: run("make", "coverage", f"ARGS={shlex.join(sys.argv[1:])}"),
        "everything over PostgreSQL": over_postgres if HAS_TOWN else None,
        "the newest versions": lambda: elsewhere(sys.executable, ("scripts/test.py", *sys.argv[1:]), LOCK="no"),
        **{name: partial(elsewhere, able[name], SUITE) if name in able else None for name in PYTHONS if name != HERE},
        f"prepared queries under Django {oldest}": lambda: other_django(sys.executable, f"=={oldest}"),
        f"prepared queries under Django {above}": (lambda: other_django(able[newest], f">={above}")) if newest >= FOR_NEXT else None,
    }


def tries() -> dict[str, Part]:
    """Return the parts that use, load or break a running site, by name."""
    program = partial(run, sys.executable)
    cases, page, game, bench = ("300", ["landing"], ["bounty-360-dark"], "clocks") if SHORT else ("2000", [], [], "")
    return {
        "the wheel in empty environments": lambda: program("scripts/try_wheel.py"),
        f"{cases} requests to the API": lambda: program("-m", "pytest", "-q", API, API_CASES=cases),
        "Lighthouse on the main pages": (lambda: program("scripts/lighthouse.py", *page)) if not lighthouse.lacking() else None,
        "every edition played by clicking": (lambda: clicking(*game)) if servers.chromium() else None,
        "the drill": (lambda: program("-m", "harness", "drill", MINUTES=DRILL)) if HAS_TOWN else None,
        "an upgrade while people play": (lambda: program("-m", "harness", "upgrade")) if HAS_TOWN else None,
        "a town on several machines": (lambda: program("-m", "harness", "machines", MINUTES="2")) if not machines.lacking() else None,
        f"random games for {MINUTES} minutes": lambda: program("-m", "harness", "soak", "--minutes", MINUTES),
        "the benches": lambda: run("make", "bench", f"ARGS={bench}"),
    }


def outcome(part: Part) -> str:
    """Run a part; return its outcome."""
    if part is None:
        return NOT_RUN
    try:
        return "passed" if part() else "FAILED"
    except LeftOut as what:
        return f"{NOT_WHOLE}{what}"


def main() -> int:
    ended = {}
    for name, part in {**suites(pythons()), **tries()}.items():
        print(f"\n=== {name}", flush=True)
        began = time.monotonic()
        ended[name] = outcome(part)
        print(f"=== {name}: {ended[name]} after {time.monotonic() - began:.0f} s", flush=True)
    print(f"\n{len(ended)} parts, {list(ended.values()).count('passed')} passed.")
    for how in ("FAILED", NOT_RUN):
        if names := [name for name, outcome in ended.items() if outcome == how]:
            print(f"{how}: {'; '.join(names)}.")
    for name in [name for name, how in ended.items() if how.startswith(NOT_WHOLE)]:
        print(f"{name}: {ended[name]}")
    return 0 if set(ended.values()) == {"passed"} else 1


if __name__ == "__main__":
    sys.exit(main())
