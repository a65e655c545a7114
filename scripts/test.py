"""`make test`: the checks, then the suite over SQLite, database tests over PostgreSQL and Redis, real mail servers, and a browser.

Mail servers, a browser and databases mostly wait: they run beside the suite over SQLite, which computes.
Runs whose programs this machine lacks are left out with a message; with REQUIRE_ALL=1 the exit status is then 77. Arguments go to pytest.
Real mail servers are used only when asked for, with REAL_POST=1.
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
from typing import Any

import check
import npm_packages
import post_servers
import servers

NEW_YEAR = {"TESTS_BEGIN": "2027-12-31T23:30:00+00:00"}
"""The suite over PostgreSQL runs at another time of day than that over SQLite, so each run finds what holds at noon only."""
ROOT = Path(__file__).resolve().parent.parent
ASKED_FOR_POST = os.environ.get("REAL_POST") == "1"
OVER_SQLITE = "not browser and not services and not post"
OVER_POSTGRES = "(database or services) and not one_database and not browser and not post"
CORES = os.cpu_count() or 1
ON_ALL_CORES, BESIDE_OTHERS = (("-n", str(many), "--dist", "loadfile", "--no-loadscope-reorder") for many in (CORES + 1, CORES))
"""One process more than cores, because one always waits for a program or a clock; the same number beside other runs."""
TOWN, POST, BROWSER = "the suite over PostgreSQL and Redis", "the tests over real mail servers", "the tests in a browser"
PROMETHEUS = "Prometheus reading a town, and its alerts"
POOLER = "a site behind PgBouncer, with a replica"
UNITS = "the look of systemd at its units"
FIREFOX = "the tests in Firefox"
JUDGES = "the judges of every page (axe and the Nu checker)"


def lacking() -> dict[str, str]:
    """Return what cannot run here, and why."""
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
        JUDGES: browser or npm_packages.lacking_judges(),
    }
    return {what: why for what, why in reasons.items() if why}


def without(*programs: str) -> str:
    """Return that the first of these programs is not installed, unless all are."""
    return "" if all(map(shutil.which, programs)) else f"{programs[0]} is not installed"


def pytest(title: str, marks: str, env: dict[str, str]) -> bool:
    """Run the suite once on all cores, in its own environment; return whether it passed."""
    print(f"\n== {title}", flush=True)
    return one_run(title, marks, env, *ON_ALL_CORES)


def beside(title: str, marks: str, env: dict[str, str], *more: str) -> bool:
    """Run tests while another run goes on; print the output at the end."""
    with tempfile.TemporaryFile("w+") as said:
        good = one_run(title, marks, env, *more, to=said)
        said.seek(0)
        print(f"\n== {title}\n{said.read()}", end="", flush=True)
    return good


def after(first: Future[bool] | None, *wanted: Any) -> bool:
    """Run such tests beside another run, once this one is over: it uses the Redis of the first worker over PostgreSQL."""
    wait([first] if first else [])
    return beside(*wanted)


def one_run(title: str, marks: str, env: dict[str, str], *spread: str, to: Any = None) -> bool:
    """Run the tests with these marks over their own data; return whether they passed."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", marks, *spread, *sys.argv[1:]]
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / "static").mkdir()
        whole = {**os.environ, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY, **env}
        whole.pop("PYTHONDONTWRITEBYTECODE", None)  # this many processes load the same modules
        process = subprocess.Popen(command, cwd=ROOT, env=whole, stdout=to, stderr=to and subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
    print(f"== {title}: {time.monotonic() - started:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of CPU", file=to, flush=True)
    return passed(os.waitstatus_to_exitcode(status))


def load_tests() -> None:
    """Have Python and pytest write down what they make of every module once, before as many processes as there will be do the same."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only"]
        subprocess.run(command, cwd=ROOT, env={**env, "BUCCANEER_DATA": data, "SECRET_KEY": servers.KEY}, capture_output=True)


def passed(code: int) -> bool:
    """Return whether pytest passed. Where arguments ask for other tests, there may be none to run."""
    return code == 0 or (code == 5 and len(sys.argv) > 1)


def run(missing: dict[str, str]) -> list[str]:
    """Do all runs this machine can do, mostly waiting ones beside computing ones; return the names of the failed ones."""
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running, ThreadPoolExecutor() as others:
        env = running.enter_context(servers.town(Path(folder))) if TOWN not in missing else {}
        post = others.submit(over_real_post, Path(folder), env) if ASKED_FOR_POST and POST not in missing else None
        left_out = [mark for what, mark in ((JUDGES, "judges"), (FIREFOX, "firefox")) if what in missing]
        in_browser = " and not ".join(["browser", *left_out])
        remembered = f"-ocache_dir={folder}/browser"
        browser = others.submit(after, post, "Browser", in_browser, {}, remembered) if BROWSER not in missing else None
        without = [mark for what, mark in ((PROMETHEUS, "prometheus"), (POOLER, "pgbouncer")) if what in missing]
        over_postgres = " and not ".join([OVER_POSTGRES, *without])
        wanted = ("PostgreSQL and Redis", over_postgres, env | NEW_YEAR, *BESIDE_OTHERS)
        town = others.submit(after, post, *wanted) if TOWN not in missing else None
        over_sqlite = f"{OVER_SQLITE} and not systemd" if UNITS in missing else OVER_SQLITE
        print("\n== SQLite", flush=True)
        if not one_run("SQLite", over_sqlite, {}, *BESIDE_OTHERS):
            failed.append("the suite over SQLite")
        if post and not post.result():
            failed.append(POST)
        if town and not town.result():
            failed.append(TOWN)
        if browser and not browser.result() and not alone(in_browser, remembered):
            failed.append(BROWSER)
    return failed


def alone(marks: str, remembered: str) -> bool:
    """Run the browser's tests that failed while the cores were busy once more; return whether they pass with nothing beside them."""
    print(f"\n== Some of {BROWSER} failed beside other work. Those once more, alone; they are not steady:", flush=True)
    return one_run("Browser, alone", marks, {}, "--last-failed", "--last-failed-no-failures=none", remembered)


def over_real_post(folder: Path, town: dict[str, str]) -> bool:
    """Run a town with Postfix, Dovecot and their helpers; test one mail program after the other."""
    with post_servers.post(folder) as post:
        return beside("Real mail servers", "post", town | post)


def main() -> int:
    with ThreadPoolExecutor() as others:  # the longest check leaves a core idle
        found, _ = others.submit(lacking), others.submit(load_tests)
        failed = ["make check"] if check.main() else []
        missing = found.result()
    failed += run(missing)
    print()
    if not ASKED_FOR_POST:
        print(f"Not asked for: {POST}; REAL_POST=1 make test runs them, as root, with {', '.join(post_servers.PACKAGES.values())}.")
    return verdict(failed, missing)


def verdict(failed: list[str], missing: dict[str, str]) -> int:
    """Print what was left out, and whether all of the rest passed; return the exit status."""
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
