"""`make test`: run the checks, then the suite over SQLite, and tests over PostgreSQL and Redis, with mail servers and in a browser.

Tests with mail servers, browser and databases mostly wait, so they run beside the suite over SQLite, which mostly computes. Suites whose
programs this machine lacks are skipped with a message; with REQUIRE_ALL=1 the exit status is then 77. REAL_POST=1 also runs the tests
with real mail servers. Arguments go to pytest.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

import post_servers
import servers
from servers import ROOT

NEW_YEAR = {"TESTS_BEGIN": "2027-12-31T23:30:00+00:00"}
"""The virtual time at which the suite over PostgreSQL begins, to find tests that pass only at noon, when the suite over SQLite begins."""
ASKED_FOR_POST = os.environ.get("REAL_POST") == "1"
CORES = os.cpu_count() or 1
ON_ALL_CORES, BESIDE_OTHERS = (("-n", str(many), "--dist", "loadfile", "--no-loadscope-reorder") for many in (CORES + 1, CORES))
"""One process more than cores, because one process always waits for a program or a clock; one process per core beside other suites."""
SQLITE, TOWN = "the suite over SQLite", "the suite over PostgreSQL and Redis"
POST, BROWSER = "the tests over real mail servers", "the tests in a browser"
OVER_SQLITE = "not browser and not services and not post"
SUITES = {
    SQLITE: OVER_SQLITE,
    TOWN: "(database or services) and not one_database and not browser and not post",
    POST: "post",
    BROWSER: "browser",
}
PROMETHEUS, POOLER = "Prometheus reading a town, and its alerts", "a site behind PgBouncer, with a replica"
UNITS, FIREFOX, JUDGES = "the look of systemd at its units", "the tests in Firefox", "the judges of every page (axe and the Nu checker)"
MARKS = {PROMETHEUS: "prometheus", POOLER: "pgbouncer", UNITS: "systemd", FIREFOX: "firefox", JUDGES: "judges"}
"""The pytest marks of parts of suites that are skipped if their programs are missing."""


def lacking() -> dict[str, str]:
    """Return the suites and parts that this machine cannot run, each with the reason."""
    town = without("redis-server") if servers.postgres_folder() else "PostgreSQL is not installed"
    browser = "" if servers.chromium() else "Chromium is not installed"
    reasons = {
        TOWN: town,
        POST: (post_servers.lacking() or town) if ASKED_FOR_POST else "",
        PROMETHEUS: town or without("prometheus", "promtool"),
        POOLER: town or without("pgbouncer"),
        UNITS: "" if shutil.which("systemd-analyze") else "systemd is not installed",
        BROWSER: browser,
        FIREFOX: without("firefox-esr"),
        JUDGES: browser or without("java") or servers.install_npm("judges"),
    }
    return {what: why for what, why in reasons.items() if why}


def without(*programs: str) -> str:
    """Return a clause that says the first program is not installed if any of the programs is missing, else ""."""
    return "" if all(map(shutil.which, programs)) else f"{programs[0]} is not installed"


def pytest(title: str, marks: str, env: dict[str, str], *spread: str, first: Future[bool] | None = None, at_once: bool = False) -> bool:
    """Run the tests with these marks on temporary data, once `first` has ended; return whether they passed.

    The output is printed at the end, or with `at_once` as it comes. If the script has arguments, finding no tests counts as passing.
    """
    wait([first] if first else [])
    command, started = [sys.executable, "-m", "pytest", "-q", "-m", marks, *spread, *sys.argv[1:]], time.monotonic()
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryFile("w+") as output:
        (Path(data) / "static").mkdir()
        whole = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY, **env}
        whole.pop("PYTHONDONTWRITEBYTECODE", None)  # many processes load the same compiled modules
        print(f"\n== {title}" if at_once else "", end="\n" if at_once else "", flush=True)
        process = subprocess.Popen(command, cwd=ROOT, env=whole, stdout=None if at_once else output, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        output.seek(0)
        lines = "" if at_once else f"\n== {title}\n{output.read()}"
    print(f"{lines}== {title}: {time.monotonic() - started:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of CPU", flush=True)
    code = os.waitstatus_to_exitcode(status)
    return code == 0 or (code == 5 and len(sys.argv) > 1)


def load_tests() -> None:
    """Collect all tests once, so that the processes of the suites find every module compiled."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only"]
        subprocess.run(command, cwd=ROOT, env={**env, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY}, capture_output=True)


def run(missing: dict[str, str]) -> list[str]:
    """Run the suites that this machine can run, all beside the suite over SQLite; return the names of failed suites."""
    marks = {name: " and not ".join([marks, *(MARKS[what] for what in MARKS if what in missing)]) for name, marks in SUITES.items()}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running, ThreadPoolExecutor() as others:
        town = running.enter_context(servers.town(Path(folder))) if TOWN not in missing else {}
        suites: dict[str, Future[bool]] = {}
        if ASKED_FOR_POST and POST not in missing:
            suites[POST] = others.submit(over_real_post, Path(folder), town)
        first, remembered = suites.get(POST), f"-ocache_dir={folder}/browser"  # mail servers use the Redis of the first worker
        if TOWN not in missing:
            suites[TOWN] = others.submit(pytest, TOWN, marks[TOWN], town | NEW_YEAR, *BESIDE_OTHERS, first=first)
        if BROWSER not in missing:
            suites[BROWSER] = others.submit(pytest, BROWSER, marks[BROWSER], {}, remembered, first=first)
        failed = [] if pytest(SQLITE, marks[SQLITE], {}, *BESIDE_OTHERS, at_once=True) else [SQLITE]
        failed += [name for name, passed in suites.items() if not passed.result()]
        if BROWSER in failed:
            print(f"\n== Some of {BROWSER} failed beside other work. Those once more, alone; they are not steady:", flush=True)
            once_more = ("--last-failed", "--last-failed-no-failures=none", remembered)
            failed = [name for name in failed if name != BROWSER or not pytest(f"{BROWSER}, alone", marks[BROWSER], {}, *once_more)]
    return failed


def over_real_post(folder: Path, town: dict[str, str]) -> bool:
    """Run the tests with real mail servers, one after the other; return whether they passed."""
    with post_servers.post(folder) as post:
        return pytest(POST, SUITES[POST], town | post)


def main() -> int:
    with ThreadPoolExecutor() as others:  # the longest check of `make check` leaves a core idle
        missing_here, _ = others.submit(lacking), others.submit(load_tests)
        failed = ["make check"] if subprocess.run(["make", "check", f"VENV={sys.prefix}"], cwd=ROOT).returncode else []
        missing = missing_here.result()
    failed += run(missing)
    print()
    if not ASKED_FOR_POST:
        print(f"Not asked for: {POST}; REAL_POST=1 make test runs them, as root, with {', '.join(post_servers.PACKAGES.values())}.")
    return verdict(failed, missing)


def verdict(failed: list[str], missing: dict[str, str]) -> int:
    """Print the skipped suites and parts, and whether the others passed; return the exit status."""
    for what, why in missing.items():
        print(f"{servers.LEFT_OUT_LINE}{what}, because {why}.")
    if failed:
        print(f"FAILED: {'; '.join(failed)}.")
        return 1
    status = servers.status_without(list(missing))
    print("What ran passed, but nothing may be left out (REQUIRE_ALL=1)." if status else "All passed.")
    return status


if __name__ == "__main__":
    sys.exit(main())
